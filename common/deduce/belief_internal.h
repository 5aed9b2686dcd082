/*
 * belief_internal.h: functions shared by the files of common/deduce.
 *
 * belief.c is the entry point for both games; belief_whitehall.c and discovery_choices.c handle Whitehall's
 * discoveries and special moves; belief_what_if.c evaluates searches not made yet and lists trails; trail_*.c
 * build and count.
 */
#ifndef GASLIGHT_BELIEF_INTERNAL_H
#define GASLIGHT_BELIEF_INTERNAL_H

#include "common/deduce/belief.h"
#include "common/deduce/trail_graph.h"

/*
 * Counts the trails of one night. Returns false if the graph was too large (see TRAIL_NODES_MAX) and clues
 * were left out until it fit; the counts may then be too large, never too small.
 */
bool belief_count_trails(const struct trail_constraints *constraints, bool touches,
                         struct trail_counts *counts);

/* Copies the counts into the belief. */
void belief_set_counts(const struct trail_counts *counts, struct belief *belief);

/* Sets up the constraints for the night in progress. */
void belief_constraints_whitechapel(const struct board *board, const struct dossier *dossier,
                                    struct trail_constraints *constraints);

/* Fills in everything except the round and cell numbers, for Whitehall. */
void belief_deduce_whitehall(const struct board *board, const struct dossier *dossier, struct belief *belief);

#endif
