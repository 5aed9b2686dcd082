/*
 * belief_parts.h: what the files of the belief share, and nobody else includes.
 *
 * belief.c asks for both games, belief_whitehall.c and belief_choices.c know Whitehall's discoveries and tiles,
 * belief_what_if.c looks ahead, trails*.c count.
 */
#ifndef GASLIGHT_BELIEF_PARTS_H
#define GASLIGHT_BELIEF_PARTS_H

#include "common/deduce/belief.h"
#include "common/deduce/trail_graph.h"

/*
 * The counts of one night. False: the graph was too large (see TRAIL_NODES_MOST), and clues were left out until it was
 * not: then there are trails too many in the counts, never too few.
 */
bool belief_count(const struct trail_rules *rules, bool touches, struct trail_counts *counts);

/* Fills the members that counts tell. */
void belief_take(const struct trail_counts *counts, struct belief *belief);

/* The trails of the night under way. */
void belief_rules_whitechapel(const struct board *board, const struct dossier *dossier,
                              struct trail_rules *rules);

/* Whitehall, all of it but round and cells. */
void belief_deduce_whitehall(const struct board *board, const struct dossier *dossier, struct belief *belief);

#endif
