/*
 * leaky_server.c: leaks of a real server, one at a time, chosen by the environment variable LEAK.
 *
 * The linker redirects the functions in wrap.flags to these. Without LEAK the server is the same as gaslightd, so that a
 * test can show that it is the leak which makes another test fail.
 */
#include <stdlib.h>
#include <string.h>

#include "common/hint/hint.h"
#include "common/rules/hunt.h"
#include "server/cluster/link.h"
#include "server/cluster/message.h"
#include "server/notify/notice.h"
#include "server/notify/occasions.h"
#include "server/stats/outcome.h"
#include "server/table/changes/broadcast.h"
#include "server/table/changes/takeback.h"
#include "server/table/chat_access.h"
#include "server/table/lobby_json.h"
#include "server/table/table_lesson.h"
#include "server/table/table_log.h"
#include "server/verbs/archive.h"
#include "server/verbs/request_table.h"

const char *__real_lobby_chat_marker(const struct lobby *lobby, const char *player, const char *audience);
const char *__wrap_lobby_chat_marker(const struct lobby *lobby, const char *player, const char *audience);
void __real_lobby_write(struct json_writer *writer, const char *key, const struct table *table,
                        const struct player *reader);
void __wrap_lobby_write(struct json_writer *writer, const char *key, const struct table *table,
                        const struct player *reader);
bool __real_takeback_begin(struct table *table, const struct takeback *asked);
bool __wrap_takeback_begin(struct table *table, const struct takeback *asked);
void __real_table_clock_settle(struct table *table);
void __wrap_table_clock_settle(struct table *table);
void __real_table_send_turn(struct table *table);
void __wrap_table_send_turn(struct table *table);
void __real_link_send_shared(struct link *link, unsigned type, uint32_t session, const char *text,
                             size_t length);
void __wrap_link_send_shared(struct link *link, unsigned type, uint32_t session, const char *text,
                             size_t length);

void __real_bot_observe(const struct board *board, const struct game *game, struct viewer viewer,
                        const struct dossier *dossier, struct bot_observation *observation);
void __wrap_bot_observe(const struct board *board, const struct game *game, struct viewer viewer,
                        const struct dossier *dossier, struct bot_observation *observation);
void __real_hint_find(const struct bot_observation *observation, enum bot_level level, uint64_t seed,
                      struct hint *hint);
void __wrap_hint_find(const struct bot_observation *observation, enum bot_level level, uint64_t seed,
                      struct hint *hint);
const char *__real_archive_record_of(struct request *request, const struct store_request *found,
                                     bool *old_names);
const char *__wrap_archive_record_of(struct request *request, const struct store_request *found,
                                     bool *old_names);
void __real_occasions_storing(const struct storing *storing);
void __wrap_occasions_storing(const struct storing *storing);
void __real_notice_write(const struct notice *notice, char body[NOTICE_BODY_MAX]);
void __wrap_notice_write(const struct notice *notice, char body[NOTICE_BODY_MAX]);

void __real_table_write_lesson(struct json_writer *writer, const struct table *table, unsigned pawns);
void __wrap_table_write_lesson(struct json_writer *writer, const struct table *table, unsigned pawns);
bool __real_outcome_read(struct outcome *outcome, const char *lobby, const char *record,
                         const struct board *const boards[GAME_KIND_COUNT]);
bool __wrap_outcome_read(struct outcome *outcome, const char *lobby, const char *record,
                         const struct board *const boards[GAME_KIND_COUNT]);

static bool leaks(const char *what)
{
    const char *leak = getenv("LEAK");
    return leak != NULL && strcmp(leak, what) == 0;
}

/* Somebody who plays for a detective may read what the police said before. */
const char *__wrap_lobby_chat_marker(const struct lobby *lobby, const char *player, const char *audience)
{
    return leaks("police_chat") ? "" : __real_lobby_chat_marker(lobby, player, audience);
}

/* Anyone with the link of a shared private game learns who else watches it. */
void __wrap_lobby_write(struct json_writer *writer, const char *key, const struct table *table,
                        const struct player *reader)
{
    struct table *changed = (struct table *)table; /* restored below */
    bool is_private = table->lobby.is_private;
    if (leaks("spectators") && table->lobby.shared) {
        changed->lobby.is_private = false;
    }
    __real_lobby_write(writer, key, table, reader);
    changed->lobby.is_private = is_private;
}

/* The number of the event that is to be taken back depends on where Jack is. */
bool __wrap_takeback_begin(struct table *table, const struct takeback *asked)
{
    struct takeback changed = *asked;
    if (leaks("takeback")) {
        changed.from += 1000U * hunt_jack_circle(&table->game);
    }
    return __real_takeback_begin(table, &changed);
}

/* How much time is left depends on where Jack is. */
void __wrap_table_clock_settle(struct table *table)
{
    __real_table_clock_settle(table);
    if (leaks("clock")) {
        table->clock.left -= hunt_jack_circle(&table->game);
    }
}

static unsigned jack_circle; /* where he is at the table whose turn is being sent */

void __wrap_table_send_turn(struct table *table)
{
    jack_circle = hunt_jack_circle(&table->game);
    __real_table_send_turn(table);
}

/* Another node is told where Jack is, in a message that it ignores, so that no client notices. */
void __wrap_link_send_shared(struct link *link, unsigned type, uint32_t session, const char *text,
                             size_t length)
{
    __real_link_send_shared(link, type, session, text, length);
    if (leaks("link")) {
        struct buffer body = {0};
        message_put_long(&body, 0);
        message_put_number(&body, jack_circle);
        message_put_text(&body, "", 0);
        link_send(link, MESSAGE_ANSWER, body.text, body.length);
        buffer_free(&body);
    }
}

static unsigned hideout; /* of the game that is being stored */

void __wrap_occasions_storing(const struct storing *storing)
{
    hideout = storing->game->hideout;
    __real_occasions_storing(storing);
}

/* What a notification says depends on where the hideout is. */
void __wrap_notice_write(const struct notice *notice, char body[NOTICE_BODY_MAX])
{
    struct notice changed = *notice;
    if (leaks("notification") && hideout % 2 == 1) {
        changed.kind = NOTICE_CHAT;
    }
    if (leaks("warning") && notice->kind == NOTICE_CLOCK && hideout % 2 == 1) {
        changed.kind = NOTICE_TURN;
    }
    __real_notice_write(&changed, body);
}

/* Everyone who watches learns how far the lesson has come: whether Jack has done what it expects. */
void __wrap_table_write_lesson(struct json_writer *writer, const struct table *table, unsigned pawns)
{
    __real_table_write_lesson(writer, table, leaks("lesson") ? ~0U : pawns);
}

/* A private game counts in what everyone sees. */
bool __wrap_outcome_read(struct outcome *outcome, const char *lobby, const char *record,
                         const struct board *const boards[GAME_KIND_COUNT])
{
    if (leaks("stats")) {
        outcome->is_public = true;
    }
    return __real_outcome_read(outcome, lobby, record, boards);
}

static unsigned observed_jack; /* where Jack is in the game that a bot has just looked at */

void __wrap_bot_observe(const struct board *board, const struct game *game, struct viewer viewer,
                        const struct dossier *dossier, struct bot_observation *observation)
{
    observed_jack = hunt_jack_circle(game);
    __real_bot_observe(board, game, viewer, dossier, observation);
}

/* The reason of a hint counts a circle more if Jack is on one with an odd number. */
void __wrap_hint_find(const struct bot_observation *observation, enum bot_level level, uint64_t seed,
                      struct hint *hint)
{
    __real_hint_find(observation, level, seed, hint);
    if (leaks("hint")) {
        hint->of = (uint8_t)(hint->of + observed_jack % 2);
        hint->yes = (uint8_t)(hint->yes + observed_jack % 2);
    }
}

/* Returns the record of a game in progress as if Jack had resigned now. */
static const char *record_until_now(const struct table *table)
{
    static char text[1 << 18];
    struct record record;
    struct json_writer writer;
    record_init(&record, &table->lobby.setup);
    record.actions = calloc(table->entries + 1, sizeof *record.actions);
    if (record.actions == NULL) {
        return NULL;
    }
    record.capacity = table->entries + 1;
    record.count = table_effective(table, record.actions);
    record.actions[record.count++] = (struct action){.kind = ACTION_RESIGN, .by = PAWN_JACK};
    record.winner = WINNER_POLICE;
    record.reason = REASON_RESIGNED;
    for (unsigned i = 0; i < record.setup.seats; i++) {
        (void)memcpy(record.name[i], table->lobby.seat_name[i], sizeof record.name[i]);
    }
    json_write_begin(&writer, text, sizeof text);
    record_write(&record, &writer);
    record_free(&record);
    return json_write_ok(&writer) ? text : NULL;
}

/* Everyone at a table may have its game reviewed, drawn or replayed before the end. */
const char *__wrap_archive_record_of(struct request *request, const struct store_request *found,
                                     bool *old_names)
{
    const struct table *table = leaks("review") ? request_find_table(request) : NULL;
    const char *text = table != NULL && table->lobby.state == TABLE_RUNNING ? record_until_now(table) : NULL;
    return text != NULL ? text : __real_archive_record_of(request, found, old_names);
}
