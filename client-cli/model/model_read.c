/* model_read.c: parses tables, lists, results and marks from JSON. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "client-cli/model/model_internal.h"
#include "common/base/array.h"
#include "common/base/utf8.h"
#include "common/base/words.h"
#include "common/wire/wire_read.h"

enum { LIST_MAX = 10000 }; /* tables or games; servers send far fewer */

static const char *const state_names[] = {
    [MODEL_TABLE_OPEN] = "open",
    [MODEL_TABLE_RUNNING] = "running",
    [MODEL_TABLE_FINISHED] = "finished",
    [MODEL_TABLE_CLOSED] = "closed",
};

enum { STATE_COUNT = COUNT(state_names) };

/* ---- Text --------------------------------------------------------------------------------------- */

/* Control characters, and those that change the direction of text. */
static bool is_control(uint32_t character)
{
    return character == UTF8_INVALID || utf8_is_control(character) ||
           (character >= 0x200e && character <= 0x200f) || (character >= 0x2028 && character <= 0x202e) ||
           (character >= 0x2066 && character <= 0x2069) || character == 0xfeff;
}

size_t model_sanitize(char *to, size_t capacity, const char *from)
{
    size_t used = 0;
    while (*from != '\0') {
        size_t length;
        bool bad = is_control(utf8_decode(from, &length));
        size_t needed = bad ? 1 : length;
        if (used + needed >= capacity) {
            break;
        }
        memcpy(to + used, bad ? "?" : from, needed);
        used += needed;
        from += length;
    }
    to[used] = '\0';
    return used;
}

bool model_read_text(const json_t *object, const char *key, char *text, size_t capacity)
{
    const json_t *value = json_object_get(object, key);
    if (!json_is_string(value) || json_string_length(value) >= capacity) {
        return false;
    }
    (void)model_sanitize(text, capacity, json_string_value(value));
    return true;
}

/* ---- Numbers and words -------------------------------------------------------------------------- */

bool model_read_number(const json_t *object, const char *key, unsigned *number)
{
    const json_t *value = json_object_get(object, key);
    json_int_t read = json_integer_value(value);
    if (!json_is_integer(value) || read < 0 || read > INT32_MAX) {
        return false;
    }
    *number = (unsigned)read;
    return true;
}

bool model_read_result(const json_t *json, enum winner *winner, enum reason *reason)
{
    uint8_t who;
    uint8_t why;
    if (!wire_read_result(json, &who, &why)) {
        return false;
    }
    *winner = (enum winner)who;
    *reason = (enum reason)why;
    return true;
}

static bool read_game(const json_t *object, enum game_kind *game)
{
    const char *name = json_string_value(json_object_get(object, "game"));
    *game = name != NULL ? game_from_name(name) : GAME_KIND_COUNT;
    return *game != GAME_KIND_COUNT;
}

static bool read_options(const json_t *list, enum game_kind game, uint32_t *options)
{
    *options = 0;
    for (size_t i = 0; i < json_array_size(list); i++) {
        const char *name = json_string_value(json_array_get(list, i));
        uint32_t option = name != NULL ? option_from_name(game, name) : 0;
        if (option == 0) {
            return false;
        }
        *options |= option;
    }
    return json_is_array(list);
}

/* ---- Tables ------------------------------------------------------------------------------------- */

/* Reads an optional text. */
static bool read_optional(const json_t *object, const char *key, char *text, size_t capacity)
{
    text[0] = '\0';
    return json_object_get(object, key) == NULL || model_read_text(object, key, text, capacity);
}

static bool read_seat(const json_t *json, struct model_seat *seat)
{
    if (!model_read_text(json, "player", seat->player, sizeof seat->player) ||
        !model_read_text(json, "name", seat->name, sizeof seat->name) ||
        !wire_read_pawns(json_object_get(json, "pawns"), &seat->pawns)) {
        return false;
    }
    seat->owns = seat->pawns;
    if (json_object_get(json, "owns") != NULL &&
        !wire_read_pawns(json_object_get(json, "owns"), &seat->owns)) {
        return false;
    }
    seat->connected = json_is_true(json_object_get(json, "connected"));
    seat->absent = json_is_true(json_object_get(json, "absent"));
    seat->substituted = json_is_true(json_object_get(json, "stands_in"));
    model_read_away(json, seat);
    return read_optional(json, "bot", seat->bot, sizeof seat->bot);
}

static bool read_seats(const json_t *list, struct model_table *table)
{
    if (!json_is_array(list) || json_array_size(list) > MODEL_MEMBERS_MAX) {
        return false;
    }
    table->seats = (unsigned)json_array_size(list);
    for (unsigned i = 0; i < table->seats; i++) {
        if (!read_seat(json_array_get(list, i), &table->seat[i])) {
            return false;
        }
    }
    return true;
}

/* Reads a list of names as "Eve, Bob"; names that do not fit are left out. */
static bool read_names(const json_t *names, char *text, size_t capacity)
{
    size_t used = 0;
    for (size_t i = 0; i < json_array_size(names); i++) {
        char name[MODEL_NAME_MAX + 1];
        const char *raw = json_string_value(json_array_get(names, i));
        if (raw == NULL) {
            return false;
        }
        (void)model_sanitize(name, sizeof name, raw);
        if (used + strlen(name) + 3 < capacity) {
            used += (size_t)snprintf(text + used, capacity - used, "%s%s", used > 0 ? ", " : "", name);
        }
    }
    return true;
}

/* Reads who watches: names, and ids in the same order. Older servers do not send the ids, or nothing at all. */
static bool read_watchers(const json_t *json, struct model_table *table)
{
    const json_t *names = json_object_get(json, "names"), *players = json_object_get(json, "players");
    for (size_t i = 0; i < json_array_size(names) && i < MODEL_WATCHERS_MAX; i++) {
        const char *name = json_string_value(json_array_get(names, i));
        const char *player = json_string_value(json_array_get(players, i));
        struct model_person *watcher = &table->watcher[table->watchers_named++];
        if (name == NULL) {
            return false;
        }
        (void)model_sanitize(watcher->name, sizeof watcher->name, name);
        (void)model_sanitize(watcher->player, sizeof watcher->player, player != NULL ? player : "");
    }
    return json == NULL || model_read_number(json, "count", &table->watchers);
}

/* Reads what is said of commentators, if there may be any. */
static bool read_commentary(const json_t *json, struct model_table *table)
{
    const json_t *agreed = json_object_get(json, "consent");
    table->commentary = json != NULL;
    for (unsigned seat = 0; seat < table->seats; seat++) {
        for (size_t i = 0; i < json_array_size(agreed); i++) {
            const char *player = json_string_value(json_array_get(agreed, i));
            table->seat[seat].agrees =
                table->seat[seat].agrees || (player != NULL && strcmp(player, table->seat[seat].player) == 0);
        }
    }
    return read_names(json_object_get(json, "names"), table->commentators, sizeof table->commentators) &&
           read_optional(json, "invite", table->commentary_invite, sizeof table->commentary_invite);
}

bool model_read_table(const json_t *json, struct model_table *table)
{
    const json_t *result = json_object_get(json, "result");
    const char *state = json_string_value(json_object_get(json, "state"));
    *table = (struct model_table){0};
    if (state == NULL || !read_game(json, &table->game) ||
        !read_options(json_object_get(json, "options"), table->game, &table->options) ||
        !model_read_text(json, "id", table->id, sizeof table->id) ||
        !model_read_text(json, "host", table->host, sizeof table->host) ||
        !model_read_text(json, "aids", table->aids, sizeof table->aids) ||
        !read_optional(json, "invite", table->invite, sizeof table->invite) ||
        !read_optional(json, "rematch", table->rematch, sizeof table->rematch) ||
        !read_optional(json, "level", table->level, sizeof table->level) ||
        !read_optional(json, "pace", table->pace, sizeof table->pace) ||
        (json_object_get(json, "clock") != NULL && !model_read_number(json, "clock", &table->clock)) ||
        !read_seats(json_object_get(json, "seats"), table) ||
        !read_watchers(json_object_get(json, "spectators"), table) ||
        !read_commentary(json_object_get(json, "commentary"), table) ||
        (result != NULL && !model_read_result(result, &table->winner, &table->reason))) {
        return false;
    }
    model_read_pauses(json, table);
    table->created = json_integer_value(json_object_get(json, "created"));
    table->is_private = json_is_true(json_object_get(json, "private"));
    table->counts = json_is_true(json_object_get(json, "counts"));
    table->spectator_aids =
        !json_is_false(json_object_get(json, "spectator_aids")); /* older servers allow it */
    table->shared = json_is_true(json_object_get(json, "shared"));
    table->practice = json_is_true(json_object_get(json, "practice"));
    (void)read_optional(json, "lesson", table->lesson,
                        sizeof table->lesson); /* one that is too long is unknown */
    unsigned word = word_find(state_names, 0, STATE_COUNT, STATE_COUNT, state);
    table->state = (enum table_state)word;
    return word != STATE_COUNT;
}

bool model_read_tables(const json_t *ok, struct model_table **list, size_t *count)
{
    const json_t *tables = json_object_get(ok, "tables");
    if (!json_is_array(tables) || json_array_size(tables) > LIST_MAX) {
        return false;
    }
    *count = json_array_size(tables);
    *list = calloc(*count + 1, sizeof **list);
    bool good = *list != NULL;
    for (size_t i = 0; good && i < *count; i++) {
        const json_t *listed = json_array_get(tables, i);
        uint8_t turn;
        good = model_read_table(json_object_get(listed, "table"), &(*list)[i]) &&
               wire_read_pawns(json_object_get(listed, "turn"), &turn);
        (*list)[i].turn = good ? turn : 0;
        (*list)[i].time = model_read_clock(listed);
    }
    if (!good) {
        free(*list);
    }
    return good;
}

/* ---- The archive -------------------------------------------------------------------------------- */

/* Writes "Ann, Bob", Jack's player first; names that do not fit are left out. */
static bool read_players(const json_t *players, char *text, size_t capacity)
{
    size_t used = 0;
    text[0] = '\0';
    for (unsigned round = 0; round < 2; round++) {
        for (size_t i = 0; i < json_array_size(players); i++) {
            char name[MODEL_NAME_MAX + 1];
            uint8_t pawns;
            const json_t *player = json_array_get(players, i);
            if (!model_read_text(player, "name", name, sizeof name) ||
                !wire_read_pawns(json_object_get(player, "pawns"), &pawns)) {
                return false;
            }
            bool jack = (pawns & PAWN_BIT(PAWN_JACK)) != 0;
            if (jack == (round == 0) && used + strlen(name) + 2 < capacity) {
                used += (size_t)snprintf(text + used, capacity - used, "%s%s", used > 0 ? ", " : "", name);
            }
        }
    }
    return json_is_array(players);
}

static bool read_archived(const json_t *json, struct model_game *game)
{
    const json_t *ended = json_object_get(json, "ended");
    if (!model_read_text(json, "table", game->id, sizeof game->id) || !read_game(json, &game->game) ||
        !model_read_result(json_object_get(json, "result"), &game->winner, &game->reason) ||
        !read_players(json_object_get(json, "players"), game->players, sizeof game->players) ||
        !model_read_number(json, "actions", &game->actions) || !json_is_integer(ended)) {
        return false;
    }
    game->ended = json_integer_value(ended);
    return true;
}

bool model_read_archive(const json_t *ok, struct model_game **list, size_t *count)
{
    const json_t *games = json_object_get(ok, "games");
    if (!json_is_array(games) || json_array_size(games) > LIST_MAX) {
        return false;
    }
    *count = json_array_size(games);
    *list = calloc(*count + 1, sizeof **list);
    bool good = *list != NULL;
    for (size_t i = 0; good && i < *count; i++) {
        good = read_archived(json_array_get(games, i), &(*list)[i]);
    }
    if (!good) {
        free(*list);
    }
    return good;
}

/* ---- Marks -------------------------------------------------------------------------------------- */

static bool read_circle(const json_t *value, unsigned *circle)
{
    json_int_t number = json_integer_value(value);
    *circle = (unsigned)number;
    return json_is_integer(value) && number > 0 && number < SET_LIMIT;
}

/* Of several routes, the path is the first; circles that do not fit are only marked. */
static bool read_route(const json_t *route, struct model_marks *marks)
{
    bool first = marks->path_length == 0;
    for (size_t i = 0; i < json_array_size(route); i++) {
        unsigned circle;
        if (!read_circle(json_array_get(route, i), &circle)) {
            return false;
        }
        set_add(&marks->route, circle);
        if (first && marks->path_length < MODEL_PATH_MAX) {
            marks->path[marks->path_length++] = (uint8_t)circle;
        }
    }
    return json_is_array(route);
}

static bool read_arrow(const json_t *json, struct model_marks *marks)
{
    unsigned from, to;
    if (!read_circle(json_object_get(json, "from"), &from) ||
        !read_circle(json_object_get(json, "to"), &to)) {
        return false;
    }
    set_add(&marks->route, from);
    set_add(&marks->route, to);
    if (marks->arrows < MODEL_ARROWS_MAX) {
        marks->arrow[marks->arrows][0] = (uint8_t)from;
        marks->arrow[marks->arrows++][1] = (uint8_t)to;
    }
    return true;
}

static bool read_mark(const json_t *json, struct model_marks *marks)
{
    unsigned circle;
    const json_t *route = json_object_get(json, "route");
    const char *mark = json_string_value(json_object_get(json, "mark"));
    if (route != NULL) {
        return read_route(route, marks);
    }
    if (json_object_get(json, "from") != NULL) {
        return read_arrow(json, marks);
    }
    if (mark == NULL || !read_circle(json_object_get(json, "circle"), &circle)) {
        return false;
    }
    if (strcmp(mark, "suspect") == 0) {
        set_add(&marks->suspect, circle);
    } else if (strcmp(mark, "cleared") == 0) {
        set_add(&marks->cleared, circle);
    }
    return true; /* ignore marks of newer servers */
}

bool model_read_marks(const json_t *json, struct model_marks *marks)
{
    const json_t *list = json_object_get(json, "marks");
    *marks = (struct model_marks){0};
    bool good = model_read_text(json, "player", marks->player, sizeof marks->player) && json_is_array(list);
    for (size_t i = 0; good && i < json_array_size(list); i++) {
        good = read_mark(json_array_get(list, i), marks);
    }
    return good;
}
