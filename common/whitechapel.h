/*
 * whitechapel.h: the rows of Letters from Whitechapel that live in files of their own.
 *
 * Internal to the engine: whitechapel.c's tables point at these. hell_* is the first part of a night
 * (whitechapel_hell.c), letter_* the option `letters` (whitechapel_letters.c).
 */
#ifndef GASLIGHT_WHITECHAPEL_H
#define GASLIGHT_WHITECHAPEL_H

#include "hunt.h"

/* Every action row has the same three functions: see struct action_rule. */
#define ACTION_ROW(check, apply, list) \
    enum error check(const struct board *board, const struct game *game, const struct action *action); \
    enum phase apply(struct step *step, const struct action *action); \
    void list(const struct board *board, const struct game *game, unsigned actors, struct legal *legal);

enum phase hell_enter_women(struct step *step);
enum phase hell_enter_patrols(struct step *step);
enum phase hell_enter_victims(struct step *step);
enum phase hell_enter_wretched(struct step *step);
enum phase hell_enter_alarm(struct step *step);
ACTION_ROW(hell_check_hideout, hell_apply_hideout, hell_list_hideout)
ACTION_ROW(hell_check_women, hell_apply_women, hell_list_women)
ACTION_ROW(hell_check_address, hell_apply_address, hell_list_address)
ACTION_ROW(hell_check_patrols, hell_apply_patrols, hell_list_patrols)
ACTION_ROW(hell_check_kill, hell_apply_kill, hell_list_kill)
ACTION_ROW(hell_check_wait, hell_apply_wait, hell_list_wait)
ACTION_ROW(hell_check_wretched, hell_apply_wretched, hell_list_wretched)
ACTION_ROW(hell_check_reveal, hell_apply_reveal, hell_list_reveal)

enum phase letter_enter_hell(struct step *step);
enum phase letter_enter_graffito(struct step *step);
ACTION_ROW(letter_check, letter_apply, letter_list)
ACTION_ROW(letter_check_move_patrols, letter_apply_move_patrols, letter_list_move_patrols)
ACTION_ROW(letter_check_goulston, letter_apply_goulston, letter_list_goulston)

/* Patrol tokens on the board, and keeping them ascending by crossing after one moved or left. */
struct set hell_patrol_crossings(const struct game *game);
void hell_sort_patrols(struct game *game);

#endif
