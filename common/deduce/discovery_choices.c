/*
 * discovery_choices.c: which discoveries and special moves the earlier rounds leave possible.
 *
 * Searching the graph for every pair of circles, to see whether some trail of an earlier round avoids both,
 * would be slow. But a single trail usually settles it for nearly all pairs at once. So the trails found are
 * stored as witnesses, and the graph is searched only for choices that no witness proves possible.
 */
#include <stddef.h>
#include <string.h>

#include "common/deduce/belief_internal.h"
#include "common/deduce/discovery_choices.h"

enum { TILES_EACH = 2, WITNESSES_MAX = 32 };

/* ---- the trails of one earlier round ---- */

struct earlier_round {
    struct trail_graph graph;
    struct trail_graph_memory memory;
    struct set witness[TRAIL_ALLEYS][WITNESSES_MAX];
    unsigned witnesses[TRAIL_ALLEYS];
    /* result of search_graph() for trails that avoid one circle; 255: not computed yet */
    uint8_t alone[SET_LIMIT];
};

/* Stores one trail with that many Alleys as a witness, following the nodes marked by search_graph(). */
static void add_witness(struct earlier_round *earlier, unsigned alleys)
{
    struct trail_graph *graph = &earlier->graph;
    struct set trail = {{0}};
    uint32_t at = UINT32_MAX;
    for (uint32_t i = 0; i < graph->layer[graph->first + 1]; i++) {
        if ((graph->future[i] >> alleys & 1U) != 0) {
            at = i;
        }
    }
    for (unsigned cell = graph->first; at != UINT32_MAX && cell < graph->last; cell++) {
        const struct trail_node *node = &graph->node[at];
        uint32_t next = UINT32_MAX;
        for (uint32_t e = node->edge; e < graph->node[at + 1].edge; e++) {
            if ((graph->future[graph->edge[e]] >> alleys & 1U) != 0) {
                next = graph->edge[e];
            }
        }
        at = next;
        if (at != UINT32_MAX) {
            set_add(&trail, graph->node[at].circle);
        }
    }
    unsigned count = earlier->witnesses[alleys];
    if (count < WITNESSES_MAX) {
        earlier->witness[alleys][count] = trail;
        earlier->witnesses[alleys]++;
    }
}

/*
 * Searches the whole graph for trails that avoid some circles. Returns the possible numbers of Alleys, as a
 * mask.
 */
static unsigned search_graph(struct earlier_round *earlier, const struct set *avoid)
{
    struct trail_graph *graph = &earlier->graph;
    uint32_t last = graph->layer[graph->last];
    for (uint32_t i = graph->layer[graph->last + 1]; i-- > 0;) {
        const struct trail_node *node = &graph->node[i];
        uint32_t leads_to = 0;
        if (!node->alive || set_has(avoid, node->circle)) {
            leads_to = 0;
        } else if (i >= last) {
            leads_to = 1U << (node->met >> TRAIL_ALLEY_SHIFT);
        } else {
            for (uint32_t e = node->edge; e < graph->node[i + 1].edge; e++) {
                leads_to |= graph->future[graph->edge[e]];
            }
        }
        graph->future[i] = leads_to;
    }
    uint32_t found = 0;
    for (uint32_t i = 0; i < graph->layer[graph->first + 1]; i++) {
        found |= graph->future[i];
    }
    for (unsigned alleys = 0; alleys < TRAIL_ALLEYS; alleys++) {
        if ((found >> alleys & 1U) != 0) {
            add_witness(earlier, alleys);
        }
    }
    return found;
}

static unsigned check_witnesses(const struct earlier_round *earlier, const struct set *avoid)
{
    unsigned found = 0;
    for (unsigned alleys = 0; alleys < TRAIL_ALLEYS; alleys++) {
        for (unsigned i = 0; i < earlier->witnesses[alleys]; i++) {
            if (!set_meets(&earlier->witness[alleys][i], avoid)) {
                found |= 1U << alleys;
                break;
            }
        }
    }
    return found;
}

static unsigned search_avoiding_one(struct earlier_round *earlier, unsigned circle)
{
    if (earlier->alone[circle] == UINT8_MAX) {
        struct set one = {{0}};
        set_add(&one, circle);
        earlier->alone[circle] = (uint8_t)search_graph(earlier, &one);
    }
    return earlier->alone[circle];
}

/* Returns the possible numbers of Alleys, as a mask, for trails that avoid a choice of one or two circles. */
static unsigned search_avoiding(struct earlier_round *earlier, unsigned one, unsigned other)
{
    unsigned most = search_avoiding_one(earlier, one);
    struct set both = {{0}};
    set_add(&both, one);
    if (other == 0) {
        return most;
    }
    set_add(&both, other);
    most &= search_avoiding_one(earlier, other);
    return check_witnesses(earlier, &both) == most ? most : search_graph(earlier, &both) & most;
}

/* ---- special moves from round to round ---- */

static unsigned one_cell_tiles(const struct dossier_round *round)
{
    unsigned count = 0;
    for (unsigned i = 0; i < round->steps; i++) {
        count += round->step[i].tile != TILE_NONE && round->step[i].cells == 1;
    }
    return count;
}

/*
 * Returns the numbers of Alleys Jack can have after reclaiming a tile, given those before; both are masks.
 * There are two tiles of each kind.
 */
static unsigned alleys_after_reclaim(const struct dossier_round *round, unsigned alleys, unsigned one_cell)
{
    unsigned after = 0;
    if (round->reclaimed == 0) {
        return alleys;
    }
    for (unsigned had = 0; had <= TILES_EACH; had++) {
        if ((alleys >> had & 1U) == 0 || had > one_cell) {
            continue;
        }
        if (had < TILES_EACH) {
            after |= 1U << (had + 1);
        }
        if (one_cell - had < TILES_EACH) {
            after |= 1U << had;
        }
    }
    return after;
}

/*
 * Returns the numbers of Alleys left after a round, given those at its start and those its trails can have
 * used; all are masks.
 */
static unsigned alleys_after_round(unsigned alleys, unsigned one_cell, unsigned used, unsigned trails)
{
    unsigned after = 0;
    for (unsigned had = 0; had <= TILES_EACH; had++) {
        for (unsigned spent = 0; spent <= had && spent <= used; spent++) {
            if ((alleys >> had & 1U) != 0 && (trails >> spent & 1U) != 0 && had <= one_cell &&
                used - spent <= one_cell - had) {
                after |= 1U << (had - spent);
            }
        }
    }
    return after;
}

/* ---- enumerating choices ---- */

bool choice_first(const struct set *candidate, unsigned open, struct choice *choice)
{
    memset(choice, 0, sizeof *choice);
    for (unsigned i = 0; i < open; i++) {
        choice->circle[i] = (uint8_t)set_next(&candidate[i], 0);
        if (choice->circle[i] == 0) {
            return false;
        }
    }
    return true;
}

bool choice_skip(const struct set *candidate, unsigned open, unsigned position, struct choice *choice)
{
    for (unsigned i = position + 1; i < open; i++) {
        choice->circle[i] = (uint8_t)set_next(&candidate[i], 0);
    }
    for (unsigned i = position + 1; i-- > 0;) {
        choice->circle[i] = (uint8_t)set_next(&candidate[i], choice->circle[i]);
        if (choice->circle[i] != 0) {
            return true;
        }
        choice->circle[i] = (uint8_t)set_next(&candidate[i], 0);
    }
    return false;
}

bool choice_next(const struct set *candidate, unsigned open, struct choice *choice)
{
    return open != 0 && choice_skip(candidate, open, open - 1, choice);
}

/*
 * Builds the graph of one earlier round: its trails avoid the discoveries announced after it and end on the
 * first of them.
 */
static bool build_earlier_round(const struct choices *choices, unsigned index, struct earlier_round *earlier)
{
    struct trail_constraints constraints;
    const struct dossier *dossier = choices->dossier;
    const struct dossier_round *round = &dossier->round[index];
    struct set later = {{0}};
    trail_constraints_init(choices->board, round, &constraints);
    for (unsigned i = index; i + 1 < dossier->rounds; i++) {
        set_add(&later, dossier->round[i].end);
    }
    trail_constraints_avoid(&constraints, &later, round->last_cell - 1U);
    for (unsigned alleys = 0; alleys < TRAIL_ALLEYS; alleys++) {
        memset(&constraints.end[alleys], 0, sizeof constraints.end[alleys]);
        set_add(&constraints.end[alleys], round->end);
    }
    memset(earlier->witnesses, 0, sizeof earlier->witnesses);
    memset(earlier->alone, UINT8_MAX, sizeof earlier->alone);
    return trail_graph_build(&earlier->graph, &earlier->memory, &constraints);
}

/* Narrows `alleys` by one earlier round. If memory runs out, the round is ignored. */
static void apply_earlier_round(struct choices *choices, unsigned index)
{
    struct earlier_round earlier;
    const struct dossier_round *round = &choices->dossier->round[index];
    unsigned used = one_cell_tiles(round);
    choices->one_cell += round->reclaimed != 0;
    bool built = build_earlier_round(choices, index, &earlier);
    struct choice choice;
    CHOICE_EACH(choice, choices->candidate, choices->open)
    {
        uint8_t *alleys = &choices->alleys[choice.circle[0]][choice.circle[1]];
        if (*alleys == 0) {
            continue;
        }
        unsigned trails =
            built ? search_avoiding(&earlier, choice.circle[0], choice.circle[1]) : (1U << TRAIL_ALLEYS) - 1;
        if (choices->face_down) {
            unsigned had = alleys_after_reclaim(round, *alleys, choices->one_cell - (round->reclaimed != 0));
            *alleys = (uint8_t)alleys_after_round(had, choices->one_cell, used, trails);
        } else {
            *alleys = trails != 0;
        }
    }
    choices->one_cell -= used;
    if (built) {
        trail_graph_free(&earlier.graph);
    }
}

/*
 * Returns the last cell of the current round that cannot be a discovery. Jack may be on a discovery until he
 * has to announce it.
 */
static unsigned find_deadline(const struct dossier *dossier, const struct dossier_round *round)
{
    bool announced = dossier->phase != PHASE_WALK && dossier->phase != PHASE_ACT;
    bool special = round->steps != 0 && round->step[round->steps - 1].tile != TILE_NONE;
    return announced || special || round->steps == 0 ? round->last_cell : round->last_cell - 1U;
}

static void find_candidates(struct choices *choices)
{
    const struct dossier *dossier = choices->dossier;
    unsigned closed = 0;
    for (unsigned i = 0; i < dossier->rounds; i++) {
        if (dossier->round[i].begun) {
            closed |= 1U << choices->board->circle[dossier->round[i].start[0]].area;
        }
        if (dossier->round[i].over) {
            closed |= 1U << choices->board->circle[dossier->round[i].end].area;
        }
    }
    for (unsigned quadrant = QUADRANT_NW; quadrant < QUADRANT_COUNT; quadrant++) {
        if ((closed >> quadrant & 1U) == 0) {
            choices->candidate[choices->open++] = choices->board->quadrant[quadrant];
        }
    }
}

void choices_find(const struct board *board, const struct dossier *dossier, struct choices *choices)
{
    memset(choices, 0, offsetof(struct choices, alleys));
    choices->board = board;
    choices->dossier = dossier;
    choices->face_down = (dossier->options & OPTION_MURDERER_AT_LARGE) != 0;
    choices->one_cell = 2 * TILES_EACH;
    find_candidates(choices);
    uint8_t all = (uint8_t)(choices->face_down ? 1U << TILES_EACH : 1U);
    memset(choices->alleys, all, sizeof choices->alleys);
    if (dossier->rounds == 0 || choices->open == 0) {
        return;
    }
    for (unsigned i = 0; i + 1 < dossier->rounds; i++) {
        apply_earlier_round(choices, i);
    }
    choices->round = &dossier->round[dossier->rounds - 1];
    choices->deadline = find_deadline(dossier, choices->round);
    choices->used = one_cell_tiles(choices->round);
    if (choices->face_down && choices->round->reclaimed != 0) {
        struct choice choice;
        CHOICE_EACH(choice, choices->candidate, choices->open)
        {
            uint8_t *alleys = &choices->alleys[choice.circle[0]][choice.circle[1]];
            *alleys = (uint8_t)alleys_after_reclaim(choices->round, *alleys, choices->one_cell);
        }
    }
    choices->one_cell += choices->round->reclaimed != 0;
}

/* ---- the special moves of a trail ---- */

/* Returns true if Jack can leave a circle without an open street with these special moves. */
static bool tiles_lead_on(const struct choices *choices, const struct choice *choice, unsigned here,
                          unsigned coaches, unsigned alleys, unsigned boats)
{
    const struct board *board = choices->board;
    struct set forbidden = {{0}};
    for (unsigned i = 0; i < choices->open; i++) {
        set_add(&forbidden, choice->circle[i]);
    }
    struct set by_alley = set_minus(board->alley[here], &forbidden);
    struct set by_boat = set_minus(board->boat[here], &forbidden);
    return (coaches != 0 && choices->round->last_cell + 2 <= CELL_LAST &&
            board_coach_exists(board, here, &forbidden)) ||
           (alleys != 0 && !set_is_empty(&by_alley)) || (boats != 0 && !set_is_empty(&by_boat));
}

static unsigned coaches_left(const struct dossier *dossier)
{
    unsigned left = TILES_EACH;
    for (unsigned i = 0; i < dossier->rounds; i++) {
        for (unsigned j = 0; j < dossier->round[i].steps; j++) {
            left -= dossier->round[i].step[j].cells == 2;
        }
    }
    return left;
}

bool choices_allow(const struct choices *choices, const struct choice *choice, unsigned alleys, unsigned here)
{
    const struct dossier *dossier = choices->dossier;
    unsigned had = choices->alleys[choice->circle[0]][choices->open < 3 ? choice->circle[1] : 0];
    if (!choices->face_down) {
        return had != 0 &&
               (here == 0 || tiles_lead_on(choices, choice, here, dossier->tiles[TILE_COACH],
                                           dossier->tiles[TILE_ALLEY], dossier->tiles[TILE_BOAT]));
    }
    for (unsigned i = alleys; i <= TILES_EACH && i <= choices->one_cell; i++) {
        unsigned boats = choices->one_cell - i;
        if ((had >> i & 1U) != 0 && boats <= TILES_EACH && alleys <= choices->used &&
            choices->used - alleys <= boats &&
            (here == 0 || tiles_lead_on(choices, choice, here, coaches_left(dossier), i - alleys,
                                        boats - (choices->used - alleys)))) {
            return true;
        }
    }
    return false;
}

struct set choices_blocked_ends(const struct choices *choices, const struct set *ends)
{
    struct set occupied = police_crossings(choices->dossier->police);
    struct set blocked = {{0}};
    if (choices->dossier->phase != PHASE_MOVE) {
        return blocked;
    }
    SET_EACH (circle, ends) {
        struct set streets = board_free_neighbours(choices->board, circle, &occupied);
        if (set_is_empty(&streets)) {
            set_add(&blocked, circle);
        }
    }
    return blocked;
}

static bool is_met(const struct choices *choices, const struct choice *choice, const struct set *touched)
{
    bool met = false;
    for (unsigned i = 0; i < choices->open; i++) {
        met = met || set_has(touched, choice->circle[i]);
    }
    return met;
}

bool choices_leave_one(const struct choices *choices, const struct set *touched)
{
    struct choice choice;
    CHOICE_EACH(choice, choices->candidate, choices->open)
    {
        unsigned had = choices->alleys[choice.circle[0]][choices->open < 3 ? choice.circle[1] : 0];
        if (had != 0 && !is_met(choices, &choice, touched)) {
            return true;
        }
    }
    return false;
}

bool choices_fit(const struct choices *choices, const uint8_t *trail, unsigned alleys)
{
    struct set here = {{0}};
    struct set touched = {{0}};
    set_add(&here, trail[choices->round->last_cell]);
    for (unsigned cell = choices->round->first_cell; cell <= choices->deadline; cell++) {
        set_add(&touched, trail[cell]);
    }
    struct set blocked = choices_blocked_ends(choices, &here);
    struct choice choice;
    CHOICE_EACH(choice, choices->candidate, choices->open)
    {
        if (!is_met(choices, &choice, &touched) &&
            choices_allow(choices, &choice, alleys, set_next(&blocked, 0))) {
            return true;
        }
    }
    return false;
}
