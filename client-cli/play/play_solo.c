/*
 * play_solo.c: `gaslight play --solo`: a private table, one side one's own, bots for the other, and the game begins.
 *
 * One request after the other, each when the one before it has been answered; then the table is watched like any
 * other. Whatever is refused ends the run with the server's sentence.
 */
#include <stdio.h>
#include <string.h>

#include "client-cli/play/play_internal.h"
#include "common/base/array.h"
#include "common/wire/wire_names.h"

static json_t *create_keys(struct play *play)
{
    return play_create_keys(play, &play->settings.table);
}

static unsigned police_of(const struct play *play)
{
    return game_policemen(play->settings.table.game);
}

/* What is one's own, and what is the bots'. */
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
    bool once; /* must not be done twice */
    json_t *(*keys)(struct play *play);
} steps[] = {
    {"create", true, create_keys},
    {"pawns", false, pawns_keys},
    {"bot", false, bot_keys},
    {"start", false, start_keys},
};

enum { STEPS = COUNT(steps) };

static void take_step(struct play *play);

static void done_step(struct play_request *request, const json_t *ok)
{
    struct play *play = request->play;
    bool known =
        play->solo_step > 1 && json_object_size(ok) == 0; /* done before a break: the table is the same */
    const char *id =
        known ? play->solo_table : json_string_value(json_object_get(json_object_get(ok, "table"), "id"));
    if (id == NULL || strlen(id) > MODEL_ID_MAX) {
        play->solo_step = 0;
        play_end(play, CONNECTION_OPEN, "The server's answer makes no sense.");
        return;
    }
    if (!known) {
        (void)snprintf(play->solo_table, sizeof play->solo_table, "%s", id);
    }
    play->solo_step++;
    take_step(play);
}

static void refused_step(struct play_request *request, const char *code, const char *text)
{
    (void)code;
    request->play->solo_step = 0;
    play_end(request->play, CONNECTION_OPEN, text);
}

/* Steps are counted from 1; behind the last one the table is gone to. */
static void take_step(struct play *play)
{
    if (play->solo_step > STEPS) {
        play->solo_step = 0;
        play->table_switch = (struct table_switch){.startup = true};
        play_switch_table(play, play->solo_table, NULL);
        return;
    }
    unsigned at = play->solo_step - 1;
    struct play_request *request =
        play_send_request(play, steps[at].verb, steps[at].keys(play), steps[at].once, NULL, done_step);
    if (request == NULL) {
        play->solo_step = 0;
        play_end(play, CONNECTION_OPEN, "There is no memory to begin a game.");
        return;
    }
    request->refused = refused_step;
}

void play_solo_begin(struct play *play)
{
    play->solo_step = 1;
    take_step(play);
}
