/*
 * whitechapel.h: the parts of Letters from Whitechapel that are in separate files.
 *
 * Internal to the rules: the tables in whitechapel.c refer to these. hell_* is the first part of a night
 * (whitechapel_hell.c), patrols_* the Police Patrol tokens (whitechapel_patrols.c), letter_* the option
 * `letters` (whitechapel_letters.c).
 */
#ifndef GASLIGHT_WHITECHAPEL_H
#define GASLIGHT_WHITECHAPEL_H

#include "common/rules/hunt.h"

enum phase hell_enter_women(struct step *step);
enum phase hell_enter_patrols(struct step *step);
enum phase hell_enter_victims(struct step *step);
enum phase hell_enter_wretched(struct step *step);
enum phase hell_enter_alarm(struct step *step);
ACTION_ROW(hell_check_hideout, hell_apply_hideout, hell_list_hideout)
ACTION_ROW(hell_check_women, hell_apply_women, hell_list_women)
ACTION_ROW(hell_check_address, hell_apply_address, hell_list_address)
ACTION_ROW(hell_check_kill, hell_apply_kill, hell_list_kill)
ACTION_ROW(hell_check_wait, hell_apply_wait, hell_list_wait)
ACTION_ROW(hell_check_wretched, hell_apply_wretched, hell_list_wretched)

ACTION_ROW(patrols_check, patrols_apply, patrols_list)
ACTION_ROW(patrols_check_reveal, patrols_apply_reveal, patrols_list_reveal)

enum phase letter_enter_hell(struct step *step);
enum phase letter_enter_graffito(struct step *step);
ACTION_ROW(letter_check, letter_apply, letter_list)
ACTION_ROW(letter_check_move_patrols, letter_apply_move_patrols, letter_list_move_patrols)
ACTION_ROW(letter_check_goulston, letter_apply_goulston, letter_list_goulston)

/* The crossings of the Patrol tokens, and restoring their ascending order after one was moved or removed. */
struct set patrols_crossings(const struct game *game);
void patrols_sort(struct game *game);

/* The alarm: replaces each token with its policeman and removes all tokens. */
void patrols_become_policemen(struct game *game);

#endif
