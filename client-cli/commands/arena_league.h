/*
 * arena_league.h: the rating list of a league: every Jack has played every police.
 *
 * A rating is on the scale of chess ratings: a Jack who is 400 points above the police wins ten games of eleven. Both
 * sides share one scale with an average of 1500, so what the game itself favours shows in the ratings too.
 */
#ifndef GASLIGHT_ARENA_LEAGUE_H
#define GASLIGHT_ARENA_LEAGUE_H

#include "client-cli/commands/arena.h"

enum { LEAGUE_PLAYERS_MAX = 64 };

struct league_cell {
    unsigned games, jack_wins;
};

struct league {
    unsigned players[ARENA_SIDES];
    struct bot_player player[ARENA_SIDES][LEAGUE_PLAYERS_MAX];
    struct league_cell cell[LEAGUE_PLAYERS_MAX][LEAGUE_PLAYERS_MAX]; /* Jack, police */
    double rating[ARENA_SIDES][LEAGUE_PLAYERS_MAX];                  /* filled in by league_rate() */
};

/* Computes the ratings that explain the results best, with one more drawn game per pair, so that they stay finite. */
void league_rate(struct league *league);

/* Rates the players and prints the list, the best first. */
void league_print(struct league *league, enum game_kind game, bool json);

#endif
