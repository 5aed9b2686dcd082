/*
 * belief_parts.h: what the files of the belief share, and nobody else includes.
 *
 * belief.c asks, belief_whitehall.c knows what choices of discoveries there are, trails*.c count.
 */
#ifndef GASLIGHT_BELIEF_PARTS_H
#define GASLIGHT_BELIEF_PARTS_H

#include "belief.h"
#include "trails.h"

/* Crossings where policemen stand now. */
struct set belief_occupied(const struct dossier *dossier);

/* Whether a Coach leads anywhere from a circle over and onto circles that are not forbidden. */
bool belief_coach_leads_on(const struct board *board, unsigned circle, const struct set *forbidden);

/* The counts of one night. Without memory for them everything is possible and nothing is counted. */
void belief_count(const struct trail_rules *rules, bool touches, struct trail_counts *counts);

/* Fills the members that counts tell. */
void belief_take(const struct trail_counts *counts, struct belief *belief);

/* The trails of the night under way. */
void belief_rules_whitechapel(const struct board *board, const struct dossier *dossier,
                              struct trail_rules *rules);

/* Whitehall, all of it but round and cells. */
void belief_deduce_whitehall(const struct board *board, const struct dossier *dossier, struct belief *belief);

#endif
