/* outcome.c: see outcome.h. */
#include "server/stats/outcome.h"

#include <stdlib.h>
#include <string.h>

#include "common/view/view.h"
#include "server/table/lobby_json.h"
#include "server/table/owners.h"

const char *side_name(bool is_jack)
{
    return is_jack ? "jack" : "police";
}

const char *company_name(bool with_bots)
{
    return with_bots ? "bots" : "people";
}

bool outcome_has_bots(const struct outcome *outcome)
{
    bool some = false;
    for (unsigned i = 0; i < outcome->participants; i++) {
        some = some || outcome->participant[i].is_bot;
    }
    return some;
}

static void add_participants(struct outcome *outcome, const struct lobby *lobby)
{
    outcome->participants = 0;
    for (unsigned i = 0; i < lobby->members; i++) {
        const struct member *member = &lobby->member[i];
        unsigned pawns = lobby_owned(lobby, i);
        if (pawns == 0 || outcome->participants == SEATS_MAX) {
            continue;
        }
        struct participant *participant = &outcome->participant[outcome->participants++];
        *participant = (struct participant){.is_jack = (pawns & PAWN_BIT(PAWN_JACK)) != 0,
                                            .is_bot = member_is_bot(member)};
        participant->level = participant->is_bot ? (enum bot_level)(member->bot - 1) : BOT_NOVICE;
        memcpy(participant->player, member->player, sizeof participant->player);
        memcpy(participant->name, member->name, sizeof participant->name);
    }
}

/* Plays the record to its end. Returns false if the rules do not allow that, or the game is not over then. */
static bool read_end(struct outcome *outcome, const char *text,
                     const struct board *const boards[GAME_KIND_COUNT])
{
    struct record record;
    struct record_error error;
    struct game game;
    struct view view;
    if (!record_read_stored(&record, text, strlen(text), &error)) {
        return false;
    }
    bool good = record.setup.game == outcome->game &&
                game_new(boards[outcome->game], &game, &record.setup) == ERROR_OK &&
                record_fold(&record, boards[outcome->game], SIZE_MAX, &game, NULL, NULL, &error);
    if (good) {
        view_game(&game, (struct viewer){.role = VIEWER_ALL}, &view);
        good = view.winner != WINNER_NONE;
        outcome->jack_won = view.winner == WINNER_JACK;
        outcome->night = view.reason == REASON_ARREST ? view.round : 0;
        outcome->is_practice = outcome->is_practice || record.practice;
    }
    record_free(&record);
    return good;
}

bool outcome_read(struct outcome *outcome, const char *lobby_text, const char *record,
                  const struct board *const boards[GAME_KIND_COUNT])
{
    struct lobby *lobby = lobby_text == NULL || record == NULL ? NULL : malloc(sizeof *lobby);
    bool good = lobby != NULL && lobby_from_json(lobby, lobby_text);
    if (good) {
        outcome->game = lobby->game;
        outcome->options = lobby->options;
        outcome->is_practice = lobby->practice;
        add_participants(outcome, lobby);
        good = read_end(outcome, record, boards);
    }
    free(lobby);
    return good;
}
