/*
 * play_solo.c: `gaslight play --solo`: creates a private table, adds bots for the other side, and starts the game.
 *
 * Sends one request after the other, each after the reply to the one before; then the table is watched like any
 * other. For a lesson, the first request does all of it. If one of them fails, the run ends with the server's sentence.
 */
#include <stdio.h>
#include <string.h>

#include "client-cli/language/language.h"
#include "client-cli/play/play_internal.h"
#include "common/base/array.h"
#include "common/wire/aids.h"
#include "common/wire/wire_names.h"

static json_t *create_keys(struct play *play)
{
    if (play->settings.lesson != NULL) {
        return json_pack("{s:s,s:s}", "game", game_name(play->settings.table.game), "lesson",
                         play->settings.lesson);
    }
    return play_create_keys(play, &play->settings.table);
}

static unsigned police_of(const struct play *play)
{
    return game_policemen(play->settings.table.game);
}

static json_t *pawns_keys(struct play *play)
{
    unsigned mine = play->settings.solo_jack ? PAWN_BIT(PAWN_JACK) : police_of(play);
    return json_pack("{s:s,s:o}", "table", play->solo_table, "pawns", wire_pawns_value(mine));
}

static json_t *bot_keys(struct play *play)
{
    unsigned others = play->settings.solo_jack ? police_of(play) : PAWN_BIT(PAWN_JACK);
    return json_pack("{s:s,s:o,s:s}", "table", play->solo_table, "pawns", wire_pawns_value(others), "level",
                     play->settings.table.level);
}

static json_t *start_keys(struct play *play)
{
    return json_pack("{s:s}", "table", play->solo_table);
}

static const struct {
    const char *verb;
    bool once; /* must not be executed twice */
    json_t *(*keys)(struct play *play);
} steps[] = {
    {"create", true, create_keys},
    {"pawns", false, pawns_keys},
    {"bot", false, bot_keys},
    {"start", false, start_keys},
};

/* The table of a lesson has a bot and has started when it is created. */
static unsigned last_step(const struct play *play)
{
    return play->settings.lesson != NULL ? 1 : COUNT(steps);
}

static void send_step(struct play *play);

/* At startup a failure ends the run; later it is only answered. */
static void fail(struct play *play, const char *text)
{
    play->solo_step = 0;
    if (play->solo_later) {
        play_answer(play, false, "%s", text);
    } else {
        play_end(play, CONNECTION_OPEN, text);
    }
}

static void step_done(struct play_request *request, const json_t *ok)
{
    struct play *play = request->play;
    /* An empty reply means that the request was already executed before a reconnect. */
    bool known = play->solo_step > 1 && json_object_size(ok) == 0;
    const char *id =
        known ? play->solo_table : json_string_value(json_object_get(json_object_get(ok, "table"), "id"));
    if (id == NULL || strlen(id) > MODEL_ID_MAX) {
        fail(play, tr("The server sent an invalid reply."));
        return;
    }
    if (!known) {
        (void)snprintf(play->solo_table, sizeof play->solo_table, "%s", id);
    }
    play->solo_step++;
    send_step(play);
}

static void step_failed(struct play_request *request, const char *code, const char *text)
{
    (void)code;
    fail(request->play, text);
}

/* Steps count from 1; after the last one, the client switches to the table. */
static void send_step(struct play *play)
{
    if (play->solo_step > last_step(play)) {
        play->solo_step = 0;
        play->table_switch = (struct table_switch){.startup = !play->solo_later};
        play_switch_table(play, play->solo_table, NULL);
        return;
    }
    unsigned at = play->solo_step - 1;
    struct play_request *request =
        play_send_request(play, steps[at].verb, steps[at].keys(play), steps[at].once, NULL, step_done);
    if (request == NULL) {
        fail(play, tr("Out of memory."));
        return;
    }
    request->failed = step_failed;
}

void play_solo_begin(struct play *play)
{
    play->solo_step = 1;
    send_step(play);
}

void play_solo(struct play *play, enum game_kind game, bool jack, const char *level)
{
    if (play->solo_step != 0) {
        return; /* one is being set up */
    }
    play->settings.table = (struct command){.kind = COMMAND_CREATE, .game = game, .is_private = true};
    (void)snprintf(play->settings.table.level, sizeof play->settings.table.level, "%s", level);
    (void)snprintf(play->settings.table.aids, sizeof play->settings.table.aids, "%s", aids_name(AIDS_FULL));
    play->settings.solo_jack = jack;
    play->settings.lesson = NULL;
    play->solo_later = true;
    play_solo_begin(play);
}
