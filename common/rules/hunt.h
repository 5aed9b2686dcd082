/*
 * hunt.h: what both games share: Jack's moves, and the walks, searches and arrests of the police.
 *
 * Internal to the rules. Functions named after an action (hunt_check_, hunt_list_) are entries of both games'
 * tables; the others serve those entries and the games' own phases.
 */
#ifndef GASLIGHT_HUNT_H
#define GASLIGHT_HUNT_H

#include "common/rules/rules_internal.h"

/* Positions. */
uint8_t hunt_jack_circle(const struct game *game);
bool hunt_visited(const struct game *game, unsigned circle); /* this night or round, including the start */

/* Jack's moves. */
void hunt_begin_row(struct game *game, unsigned cell, unsigned circle);
void hunt_fill_cell(struct game *game, unsigned circle, enum tile tile);
enum phase hunt_enter_move(struct step *step); /* ends the game if Jack cannot move */
enum error hunt_check_move(const struct board *board, const struct game *game, unsigned to);
enum error hunt_check_coach(const struct board *board, const struct game *game, const struct action *action);
enum error hunt_check_alley(const struct board *board, const struct game *game, const struct action *action);
enum error hunt_check_boat(const struct board *board, const struct game *game, const struct action *action);
void hunt_move(struct step *step, const struct action *action); /* fills a cell and adds the event */
void hunt_special(struct step *step,
                  const struct action *action); /* fills one or two cells and adds the event */
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

/* Searches one circle and adds an event with the answer. A clue or the last circle ends the search. */
struct search_outcome {
    bool new_marker, ended;
};
struct search_outcome hunt_search(struct step *step, const struct action *action);

/*
 * Makes an arrest on the action's circle or, if it names none, on every circle next to the policeman. Returns
 * true if Jack was caught.
 */
bool hunt_arrest(struct step *step, const struct action *action);

#endif
