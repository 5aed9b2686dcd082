/* settings.c: the settings of a table, and changing them before the start. */
#include "server/verbs/settings.h"

#include <stdio.h>

#include "server/table/changes/watches.h"
#include "server/table/chat_access.h"
#include "server/table/commentary.h"
#include "server/table/pauses.h"
#include "server/verbs/request_table.h"
#include "server/verbs/verbs.h"

enum { CLOCK_MIN = 10, CLOCK_MAX = 7 * 24 * 60 * 60 }; /* seconds */

bool read_options(const json_t *list, enum game_kind game, uint32_t *options)
{
    *options = 0;
    for (size_t i = 0; i < json_array_size(list); i++) {
        const char *name = json_string_value(json_array_get(list, i));
        uint32_t bit = name == NULL ? 0 : option_from_name(game, name);
        if (bit == 0 || (*options & bit) != 0) {
            return false;
        }
        *options |= bit;
    }
    return true;
}

/* Reads the words among the settings. Returns false if one is not known. */
static bool read_words(const struct request *request, struct lobby *lobby)
{
    const char *aids = body_text(request, "aids");
    const char *level = body_text(request, "level");
    const char *pace = body_text(request, "pace");
    lobby->aids = aids == NULL ? lobby->aids : aids_from_name(aids);
    lobby->level = level == NULL ? lobby->level : bot_level_from_name(level);
    lobby->pace = pace == NULL ? lobby->pace : pace_from_name(pace);
    return lobby->aids != AIDS_COUNT && lobby->level != BOT_LEVEL_COUNT && lobby->pace != PACE_COUNT;
}

/* Reads the hours of the night: {"from","to","zone"}, or {} for none. Returns false if they are not valid. */
static bool read_night(struct time_zones *zones, const json_t *json, struct night *night)
{
    const char *from = json_string_value(json_object_get(json, "from"));
    const char *to = json_string_value(json_object_get(json, "to"));
    const char *zone = json_string_value(json_object_get(json, "zone"));
    *night = (struct night){0};
    if (json_object_size(json) == 0) {
        return true;
    }
    if (json_object_size(json) != 3 || from == NULL || to == NULL || zone == NULL ||
        !night_read_time(from, &night->from) || !night_read_time(to, &night->to) ||
        time_zones_get(zones, zone) == NULL) {
        return false;
    }
    (void)snprintf(night->zone, sizeof night->zone, "%s", zone);
    return night_minutes(night) != 0 && night_minutes(night) <= NIGHT_MINUTES_MAX;
}

/* Reads when the clock stands still. */
static enum error read_pauses(const struct request *request, struct lobby *lobby)
{
    const json_t *night = json_object_get(request->body, "night");
    json_int_t days = body_number(request, "days_off", lobby->days_off);
    if (night != NULL && !read_night(&dispatch_of(request)->tables->zones, night, &lobby->night)) {
        return ERROR_BAD_NIGHT;
    }
    if (days < 0 || days > DAYS_OFF_MAX) {
        return ERROR_BAD_DAYS_OFF;
    }
    lobby->days_off = (uint8_t)days;
    return ERROR_OK;
}

enum error read_settings(const struct request *request, struct lobby *lobby)
{
    const json_t *options = json_object_get(request->body, "options");
    json_int_t clock = body_number(request, "clock", lobby->clock);
    if (options != NULL && !read_options(options, lobby->game, &lobby->options)) {
        return ERROR_BAD_OPTIONS;
    }
    if (!read_words(request, lobby)) {
        return ERROR_UNKNOWN_WORD;
    }
    if (clock != 0 && (clock < CLOCK_MIN || clock > CLOCK_MAX)) {
        return ERROR_BAD_CLOCK;
    }
    lobby->clock = (uint32_t)clock;
    enum error error = read_pauses(request, lobby);
    if (error != ERROR_OK) {
        return error;
    }
    if (json_object_get(request->body, "private") != NULL) {
        lobby->is_private = body_flag(request, "private");
    }
    if (json_object_get(request->body, "counts") != NULL) {
        lobby->counts = body_flag(request, "counts");
    }
    if (json_object_get(request->body, "spectator_aids") != NULL) {
        lobby->spectator_aids = body_flag(request, "spectator_aids");
    }
    return json_object_get(request->body, "commentary") == NULL
               ? ERROR_OK
               : lobby_set_commentary(lobby, body_flag(request, "commentary"));
}

/* People who watched the table while it was public have no invite, so they may not watch it now. */
static void became_private(struct request *request, struct table *table)
{
    table_unwatch_strangers(table);
    reply_table(request, table);
}

void do_settings(struct request *request)
{
    struct lobby lobby = request->table->lobby;
    bool was_private = lobby.is_private;
    enum error error = lobby.state != TABLE_OPEN ? ERROR_NOT_OPEN : read_settings(request, &lobby);
    if (error != ERROR_OK) {
        request_fail(request, error);
        return;
    }
    lobby_void_consent(&lobby);
    if (was_private && !lobby.is_private) { /* what was said in private stays among those who are here */
        lobby_chat_from_now(&lobby);
    }
    request_commit_lobby(request, &lobby, COMMIT_NOTIFY,
                         lobby.is_private && !was_private ? became_private : reply_table);
}
