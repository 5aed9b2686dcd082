/*
 * hunt.h: what both games share: Jack's walk, the police's walk, the search and the arrest.
 *
 * Internal to the engine. Functions named after an action kind (check_, apply_, list_) are rows of both
 * games' tables; the others are the questions those rows and the games' own phases ask.
 */
#ifndef GASLIGHT_HUNT_H
#define GASLIGHT_HUNT_H

#include "common/rules/rules_internal.h"

/* Where things are. */
uint8_t hunt_jack_circle(const struct game *game);
bool hunt_visited(const struct game *game, unsigned circle); /* tonight, the start included */

/* Jack on the run. */
void hunt_begin_row(struct game *game, unsigned cell, unsigned circle);
void hunt_fill_cell(struct game *game, unsigned circle, enum tile tile);
enum phase hunt_enter_move(struct step *step); /* the game is over if Jack can go nowhere */
enum error hunt_check_move(const struct board *board, const struct game *game, unsigned to);
enum error hunt_check_coach(const struct board *board, const struct game *game, const struct action *action);
enum error hunt_check_alley(const struct board *board, const struct game *game, const struct action *action);
enum error hunt_check_boat(const struct board *board, const struct game *game, const struct action *action);
void hunt_move(struct step *step, const struct action *action);    /* fills a cell, tells it */
void hunt_special(struct step *step, const struct action *action); /* fills one or two cells, tells it */
void hunt_list_move(const struct board *board, const struct game *game, unsigned actors, struct legal *legal);
void hunt_list_coach(const struct board *board, const struct game *game, unsigned actors,
                     struct legal *legal);
void hunt_list_alley(const struct board *board, const struct game *game, unsigned actors,
                     struct legal *legal);
void hunt_list_boat(const struct board *board, const struct game *game, unsigned actors, struct legal *legal);

/* The police. */
struct set hunt_search_targets(const struct board *board, const struct game *game, enum pawn pawn);
struct set hunt_arrest_targets(const struct board *board, const struct game *game, enum pawn pawn);
enum error hunt_check_walk(const struct board *board, const struct game *game, const struct action *action);
enum error hunt_check_search(const struct board *board, const struct game *game, const struct action *action);
enum error hunt_check_arrest_one(const struct board *board, const struct game *game,
                                 const struct action *action);
void hunt_walk(struct step *step, const struct action *action);
void hunt_list_walk(const struct board *board, const struct game *game, unsigned actors, struct legal *legal);
void hunt_list_search(const struct board *board, const struct game *game, unsigned actors,
                      struct legal *legal);

/* Asks one circle and tells the answer. A hit or the last circle ends the search. */
struct search_outcome {
    bool new_marker, ended;
};
struct search_outcome hunt_search(struct step *step, const struct action *action);

/* Names the action's circle, or without one every circle next to the policeman; whether Jack was there. */
bool hunt_arrest(struct step *step, const struct action *action);

#endif
