/*
 * whitehall.h: the parts of Whitehall Mystery that are in separate files.
 *
 * Internal to the rules: the tables in whitehall.c refer to these. investigators_* is everything the police
 * do (whitehall_investigators.c).
 */
#ifndef GASLIGHT_WHITEHALL_H
#define GASLIGHT_WHITEHALL_H

#include "common/rules/hunt.h"

unsigned investigators_turn(
    const struct game *game); /* returns a mask of the one whose turn it is; 0 after the last */

enum phase investigators_enter_deploy(struct step *step);
enum phase investigators_enter_walk(struct step *step);
enum phase investigators_enter_act(struct step *step);
ACTION_ROW(investigators_check_deploy, investigators_apply_deploy, investigators_list_deploy)
ACTION_ROW(investigators_check_walk, investigators_apply_walk, investigators_list_walk)
ACTION_ROW(investigators_check_search, investigators_apply_search, investigators_list_search)
ACTION_ROW(investigators_check_smoker, investigators_apply_smoker, investigators_list_smoker)
ACTION_ROW(investigators_check_arrest, investigators_apply_arrest, investigators_list_arrest)

/* Handles a pass and returns the next phase. */
enum phase investigators_pass(struct step *step, const struct action *action);

#endif
