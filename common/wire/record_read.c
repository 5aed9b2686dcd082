/*
 * record_read.c: strict reading of records from JSON.
 *
 * A table lists the keys of the header, each with a function that checks one value and fills in its part of
 * the record. Reading stops at the first error, with a sentence that says where it is.
 */
#include <stdio.h>
#include <string.h>

#include "common/base/array.h"
#include "common/base/utf8.h"
#include "common/json/json_scan.h"
#include "common/wire/record.h"

enum { DEPTH_MAX = 16, SEATS_MIN = 2 };

/* ---- Invalid JSON: line and column --------------------------------------------------------- */

static bool fail_at_line(struct record_error *error, unsigned line, unsigned column, const char *text)
{
    *error = (struct record_error){.at = RECORD_AT_LINE, .line = line, .column = column > 0 ? column : 1};
    (void)snprintf(error->text, sizeof error->text, "%s", text);
    return false;
}

/* jansson recurses for every level, so the depth is limited before parsing. */
static bool check_depth(const char *text, size_t length, struct record_error *error)
{
    struct json_scan scan = {.line = 1};
    return !json_scan_exceeds(&scan, text, length, DEPTH_MAX) ||
           fail_at_line(error, scan.line, scan.column, "Invalid JSON: it is nested too deeply.");
}

static json_t *parse(const char *text, size_t length, struct record_error *error)
{
    json_error_t trouble;
    if (!check_depth(text, length, error)) {
        return NULL;
    }
    json_t *root = json_loadb(text, length, JSON_REJECT_DUPLICATES, &trouble);
    if (root == NULL) {
        char sentence[JSON_ERROR_TEXT_LENGTH + 20];
        (void)snprintf(sentence, sizeof sentence, "Invalid JSON: %s.", trouble.text);
        for (char *byte = sentence; *byte != '\0'; byte++) {
            *byte = *byte >= ' ' && *byte <= '~' ? *byte : '?'; /* jansson quotes the text */
        }
        (void)fail_at_line(error, trouble.line > 0 ? (unsigned)trouble.line : 1,
                           trouble.column > 0 ? (unsigned)trouble.column : 1, sentence);
    }
    return root;
}

/* ---- The header -------------------------------------------------------------------------------- */

/* A record being read. Readers return false after filling in the complaint. */
struct reading {
    struct record *record;
    struct complaint complaint;
    struct record_error *error;
    bool stored; /* by a server: names may be older than the rules for them */
};

typedef bool reader(struct reading *reading, const json_t *value);

static bool bad_type(struct reading *reading, const char *key, const char *expected)
{
    complain(&reading->complaint, ERROR_BAD_TYPE, "\"%s\" must be %s.", key, expected);
    return false;
}

static bool bad(struct reading *reading, enum error error)
{
    complain(&reading->complaint, error, "%s", error_sentence(error));
    return false;
}

static bool read_version(struct reading *reading, const json_t *value)
{
    if (!json_is_integer(value) || json_integer_value(value) != RECORD_VERSION) {
        return bad_type(reading, "gaslight", "1, the version of this format");
    }
    return true;
}

static bool read_game(struct reading *reading, const json_t *value)
{
    if (!json_is_string(value)) {
        return bad_type(reading, "game", "a game's name");
    }
    enum game_kind game = game_from_name(json_string_value(value));
    if (game == GAME_KIND_COUNT) {
        complain(&reading->complaint, ERROR_BAD_GAME, "There is no game \"%s\".",
                 show_word(json_string_value(value)).text);
        return false;
    }
    reading->record->setup.game = game;
    return true;
}

/* Only record_fold(), which is given a board, can tell whether this is the right one. */
static bool read_board(struct reading *reading, const json_t *value)
{
    char *board = reading->record->board;
    if (!json_is_string(value)) {
        return bad_type(reading, "board", "a board's name and version, as in \"whitechapel/1\"");
    }
    size_t length = json_string_length(value);
    if (length == 0 || length >= sizeof reading->record->board) {
        return bad(reading, ERROR_BAD_BOARD);
    }
    memcpy(board, json_string_value(value), length + 1);
    return true;
}

static bool read_options(struct reading *reading, const json_t *value)
{
    struct setup *setup = &reading->record->setup;
    if (!json_is_array(value)) {
        return bad_type(reading, "options", "a list of options");
    }
    for (size_t i = 0; i < json_array_size(value); i++) {
        const char *word = json_string_value(json_array_get(value, i));
        if (word == NULL) {
            return bad_type(reading, "options", "a list of options");
        }
        uint32_t option = option_from_name(setup->game, word);
        if (option == 0 || (setup->options & option) != 0) {
            complain(&reading->complaint, ERROR_BAD_OPTIONS,
                     option == 0 ? "\"%s\" is not a variant of this game."
                                 : "The variant \"%s\" is listed twice.",
                     show_word(word).text);
            return false;
        }
        setup->options |= option;
    }
    return true;
}

/* ---- Seats ------------------------------------------------------------------------------------- */

/* Returns true for 1 to 32 characters without control characters: all that was checked once. */
static bool was_good_name(const char *name, size_t length)
{
    unsigned characters = 0;
    size_t bytes;
    for (size_t at = 0; at < length; at += bytes) {
        if (utf8_is_control(utf8_decode(name + at, &bytes))) {
            return false;
        }
        characters++;
    }
    return characters >= 1 && characters <= NAME_CHARACTERS_MAX;
}

/* Checks that an object has exactly these two keys. `place` names the object in error messages. */
static bool has_keys(struct reading *reading, const json_t *value, const char *const keys[2],
                     const char *place)
{
    for (int i = 0; i < 2; i++) {
        if (json_object_get(value, keys[i]) == NULL) {
            complain(&reading->complaint, ERROR_MISSING_KEY, "\"%s\" is missing from %s.", keys[i], place);
            return false;
        }
    }
    json_t *object = (json_t *)value; /* cast only to iterate */
    for (void *at = json_object_iter(object); at != NULL; at = json_object_iter_next(object, at)) {
        const char *key = json_object_iter_key(at);
        if (strcmp(key, keys[0]) != 0 && strcmp(key, keys[1]) != 0) {
            complain(&reading->complaint, ERROR_UNKNOWN_KEY, "\"%s\" is not allowed in %s.",
                     show_word(key).text, place);
            return false;
        }
    }
    return true;
}

/* Adds one pawn to a seat. `taken` is a mask of the pawns that any seat has so far. */
static bool read_pawn(struct reading *reading, const json_t *value, unsigned seat, unsigned *taken)
{
    struct setup *setup = &reading->record->setup;
    const char *word = json_string_value(value);
    if (word == NULL) {
        return bad_type(reading, "pawns", "a list of pawns");
    }
    enum pawn pawn = pawn_from_name(word);
    unsigned all = game_policemen(setup->game) | PAWN_BIT(PAWN_JACK);
    bool known = pawn != PAWN_NONE && (all & PAWN_BIT(pawn)) != 0;
    if (!known || (*taken & PAWN_BIT(pawn)) != 0) {
        complain(&reading->complaint, ERROR_BAD_SEATS,
                 known ? "Seat %u has \"%s\", which is already taken."
                       : "Seat %u has \"%s\", which is not a pawn of this game.",
                 seat + 1, show_word(word).text);
        return false;
    }
    *taken |= PAWN_BIT(pawn);
    setup->pawns[seat] = (uint8_t)(setup->pawns[seat] | PAWN_BIT(pawn));
    return true;
}

static bool read_pawns(struct reading *reading, const json_t *pawns, unsigned seat, unsigned *taken)
{
    unsigned mine = 0;
    if (!json_is_array(pawns)) {
        return bad_type(reading, "pawns", "a list of pawns");
    }
    for (size_t i = 0; i < json_array_size(pawns); i++) {
        if (!read_pawn(reading, json_array_get(pawns, i), seat, taken)) {
            return false;
        }
    }
    mine = reading->record->setup.pawns[seat];
    if (mine == 0) {
        complain(&reading->complaint, ERROR_BAD_SEATS, "Seat %u has no pawns.", seat + 1);
        return false;
    }
    if ((mine & PAWN_BIT(PAWN_JACK)) != 0 && mine != PAWN_BIT(PAWN_JACK)) {
        complain(&reading->complaint, ERROR_BAD_SEATS, "Seat %u has Jack, so it cannot have other pawns.",
                 seat + 1);
        return false;
    }
    return true;
}

static bool read_seat(struct reading *reading, const json_t *value, unsigned seat, unsigned *taken)
{
    static const char *const keys[2] = {"name", "pawns"};
    if (!json_is_object(value)) {
        return bad_type(reading, "seats", "a list of objects with \"name\" and \"pawns\"");
    }
    char place[16];
    (void)snprintf(place, sizeof place, "seat %u", seat + 1);
    if (!has_keys(reading, value, keys, place)) {
        return false;
    }
    const json_t *name = json_object_get(value, "name");
    if (!json_is_string(name)) {
        complain(&reading->complaint, ERROR_BAD_TYPE, "\"name\" of %s must be a string.", place);
        return false;
    }
    size_t length = json_string_length(name);
    bool good = was_good_name(json_string_value(name), length); /* jansson has checked that it is UTF-8 */
    if (!good || !(reading->stored || name_is_good(json_string_value(name)))) {
        complain(&reading->complaint, ERROR_BAD_NAME, "The name of %s must be 1 to 32 printable characters.",
                 place);
        return false;
    }
    memcpy(reading->record->name[seat], json_string_value(name), length + 1);
    return read_pawns(reading, json_object_get(value, "pawns"), seat, taken);
}

static bool read_seats(struct reading *reading, const json_t *value)
{
    struct setup *setup = &reading->record->setup;
    unsigned policemen = game_policemen(setup->game);
    unsigned most = (unsigned)__builtin_popcount(policemen) + 1;
    unsigned taken = 0;
    if (!json_is_array(value)) {
        return bad_type(reading, "seats", "a list of objects with \"name\" and \"pawns\"");
    }
    if (json_array_size(value) < SEATS_MIN || json_array_size(value) > most) {
        complain(&reading->complaint, ERROR_BAD_SEATS, "This game has %d to %u seats.", SEATS_MIN, most);
        return false;
    }
    for (unsigned seat = 0; seat < json_array_size(value); seat++) {
        if (!read_seat(reading, json_array_get(value, seat), seat, &taken)) {
            return false;
        }
    }
    size_t twin =
        reading->stored ? SEATS_MAX : names_find_double(reading->record->name, json_array_size(value));
    if (twin < json_array_size(value)) {
        complain(&reading->complaint, ERROR_BAD_SEATS,
                 "The name of seat %zu looks like that of another seat.", twin + 1);
        return false;
    }
    for (unsigned pawn = 0; pawn < PAWN_COUNT; pawn++) {
        if (((policemen | PAWN_BIT(PAWN_JACK)) & ~taken & PAWN_BIT(pawn)) != 0) {
            complain(&reading->complaint, ERROR_BAD_SEATS, "No seat has \"%s\".", pawn_name((enum pawn)pawn));
            return false;
        }
    }
    setup->seats = (uint8_t)json_array_size(value);
    return true;
}

/* ---- The rest of the header -------------------------------------------------------------------- */

/* `value` is NULL if the key is missing; whether it may be depends on the game. */
static bool read_heads(struct reading *reading, const json_t *value)
{
    struct setup *setup = &reading->record->setup;
    unsigned seen = 0;
    if ((value == NULL) != (setup->game == GAME_WHITEHALL)) {
        complain(&reading->complaint, value == NULL ? ERROR_MISSING_KEY : ERROR_UNKNOWN_KEY,
                 value == NULL ? "\"heads\" is missing from the record."
                               : "\"heads\" is not allowed in whitehall.");
        return false;
    }
    if (value == NULL) {
        return true;
    }
    if (!json_is_array(value)) {
        return bad_type(reading, "heads", "a list of colours");
    }
    if (json_array_size(value) != POLICEMEN_MAX) {
        return bad(reading, ERROR_BAD_HEADS);
    }
    for (size_t i = 0; i < POLICEMEN_MAX; i++) {
        const char *word = json_string_value(json_array_get(value, i));
        if (word == NULL) {
            return bad_type(reading, "heads", "a list of colours");
        }
        enum pawn head = pawn_from_name(word);
        if (head == PAWN_NONE || head == PAWN_JACK || (seen & PAWN_BIT(head)) != 0) {
            return bad(reading, ERROR_BAD_HEADS);
        }
        seen |= PAWN_BIT(head);
        setup->heads[i] = (uint8_t)head;
    }
    return true;
}

static bool read_practice(struct reading *reading, const json_t *value)
{
    reading->record->practice = json_is_true(value);
    return json_is_true(value) || bad_type(reading, "practice", "true, or absent");
}

static bool read_actions(struct reading *reading, const json_t *value)
{
    if (!json_is_array(value)) {
        return bad_type(reading, "actions", "a list of actions");
    }
    for (size_t i = 0; i < json_array_size(value); i++) {
        struct action action;
        reading->error->at = RECORD_AT_ACTION;
        reading->error->action = i + 1;
        if (!action_from_json(json_array_get(value, i), &action, &reading->complaint)) {
            return false;
        }
        if (!record_append(reading->record, &action)) {
            complain(&reading->complaint, ERROR_BAD_TYPE, "There is not enough memory for this record.");
            return false;
        }
    }
    reading->error->at = RECORD_AT_HEADER;
    return true;
}

static bool read_result(struct reading *reading, const json_t *value)
{
    static const char *const keys[2] = {"winner", "reason"};
    reading->error->at = RECORD_AT_RESULT;
    if (!json_is_object(value)) {
        return bad_type(reading, "result", "an object with \"winner\" and \"reason\"");
    }
    if (!has_keys(reading, value, keys, "a result")) {
        return false;
    }
    for (int i = 0; i < 2; i++) {
        const char *word = json_string_value(json_object_get(value, keys[i]));
        if (word == NULL) {
            return bad_type(reading, keys[i], "a string");
        }
        unsigned found = i == 0 ? (unsigned)winner_from_name(word) : (unsigned)reason_from_name(word);
        if (found == 0) {
            complain(&reading->complaint, ERROR_BAD_RESULT, "There is no %s \"%s\".", keys[i],
                     show_word(word).text);
            return false;
        }
        *(i == 0 ? &reading->record->winner : &reading->record->reason) = (uint8_t)found;
    }
    return true;
}

/* In the order in which they are read: later keys may depend on the game. */
static const struct header_key {
    const char *key;
    enum { NEEDED, OPTIONAL, DEPENDS } presence;
    reader *read;
} header[] = {
    {"gaslight", NEEDED, read_version},    {"game", NEEDED, read_game},
    {"board", OPTIONAL, read_board},       {"options", NEEDED, read_options},
    {"seats", NEEDED, read_seats},         {"heads", DEPENDS, read_heads},
    {"practice", OPTIONAL, read_practice}, {"actions", NEEDED, read_actions},
    {"result", OPTIONAL, read_result},
};

static bool check_keys(struct reading *reading, json_t *root)
{
    for (void *at = json_object_iter(root); at != NULL; at = json_object_iter_next(root, at)) {
        const char *key = json_object_iter_key(at);
        size_t i = 0;
        while (i < COUNT(header) && strcmp(header[i].key, key) != 0) {
            i++;
        }
        if (i == COUNT(header)) {
            complain(&reading->complaint, ERROR_UNKNOWN_KEY, "\"%s\" is not allowed in a record.",
                     show_word(key).text);
            return false;
        }
    }
    return true;
}

static bool read_root(struct reading *reading, json_t *root)
{
    if (!json_is_object(root)) {
        complain(&reading->complaint, ERROR_BAD_TYPE, "A record must be a JSON object.");
        return false;
    }
    if (!check_keys(reading, root)) {
        return false;
    }
    for (size_t i = 0; i < COUNT(header); i++) {
        const json_t *value = json_object_get(root, header[i].key);
        if (value == NULL && header[i].presence == NEEDED) {
            complain(&reading->complaint, ERROR_MISSING_KEY, "\"%s\" is missing from the record.",
                     header[i].key);
            return false;
        }
        if ((value != NULL || header[i].presence == DEPENDS) && !header[i].read(reading, value)) {
            return false;
        }
    }
    return true;
}

/* On failure the record is left empty, so there is nothing to free. */
static bool read_text(struct record *record, const char *text, size_t length, bool stored,
                      struct record_error *error)
{
    struct reading reading = {.record = record, .error = error, .stored = stored};
    *record = (struct record){0};
    json_t *root = parse(text, length, error);
    if (root == NULL) {
        return false;
    }
    *error = (struct record_error){.at = RECORD_AT_HEADER};
    bool good = read_root(&reading, root);
    if (!good) {
        error->error = reading.complaint.error;
        (void)snprintf(error->text, sizeof error->text, "%s", reading.complaint.text);
        record_free(record);
    }
    json_decref(root);
    return good;
}

bool record_read(struct record *record, const char *text, size_t length, struct record_error *error)
{
    return read_text(record, text, length, false, error);
}

bool record_read_stored(struct record *record, const char *text, size_t length, struct record_error *error)
{
    return read_text(record, text, length, true, error);
}
