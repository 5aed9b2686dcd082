/*
 * outcome.h: what statistics need to know of a finished game: who played which side, who won, and how.
 *
 * It is read from the stored lobby and record, on any thread. A seat belongs to whoever had it at the start, even if a bot
 * or another detective played it for a while: see server/table/owners.h.
 */
#ifndef GASLIGHT_OUTCOME_H
#define GASLIGHT_OUTCOME_H

#include "server/table/lobby.h"

struct participant {
    char player[PLAYER_ID_LENGTH + 1]; /* of a bot, not a player's */
    char name[NAME_BYTES_MAX + 1];
    bool is_jack, is_bot;
    enum bot_level level; /* of a bot */
};

struct outcome {
    enum game_kind game;
    uint32_t options;
    int64_t at;     /* seconds since 1970 */
    bool is_public; /* everyone may see its numbers */
    bool is_practice;
    bool jack_won;
    unsigned night; /* or round, of the arrest; 0 if Jack was not caught */
    unsigned participants;
    struct participant participant[SEATS_MAX];
};

/* The words of the table of standings: "jack" or "police", and "people" or "bots". */
const char *side_name(bool is_jack);
const char *company_name(bool with_bots);

/* Returns whether a bot had one of the seats. */
bool outcome_has_bots(const struct outcome *outcome);

/*
 * Reads everything but `at` and `is_public`, which are left as they are. The texts may be NULL. Returns false if they do
 * not describe a finished game.
 */
bool outcome_read(struct outcome *outcome, const char *lobby, const char *record,
                  const struct board *const boards[GAME_KIND_COUNT]);

#endif
