/*
 * choice_rows.c: see choice_rows.h. The table is at the end; above it are the functions that its rows share.
 */
#include "client-cli/choice/choice_rows.h"

#include <stddef.h>

#include "client-cli/language/language.h"
#include "common/base/array.h"

/* ---- Who can ----------------------------------------------------------------------------------- */

/* For actions of Jack and the Head, where only one pawn can act. */
static unsigned who_acts(const struct legal *legal, const struct choice_row *row)
{
    return (legal->kinds & ACTION_BIT(row->kind)) != 0 ? legal->actors : 0;
}

static unsigned who_escapes(const struct legal *legal, const struct choice_row *row)
{
    return legal->escape != 0 ? who_acts(legal, row) : 0;
}

static unsigned who_writes(const struct legal *legal, const struct choice_row *row)
{
    return (legal->letters & (1U << row->letter)) != 0 ? who_acts(legal, row) : 0;
}

static unsigned who_reclaims(const struct legal *legal, const struct choice_row *row)
{
    return (legal->tiles & (1U << row->tile)) != 0 ? who_acts(legal, row) : 0;
}

static unsigned who_smokes(const struct legal *legal, const struct choice_row *row)
{
    return who_acts(legal, row) & PAWN_BIT(PAWN_YELLOW);
}

static unsigned who_passes(const struct legal *legal, const struct choice_row *row)
{
    return (legal->kinds & ACTION_BIT(row->kind)) != 0 ? legal->pass : 0;
}

/* Returns the policemen who have a place to choose. */
static unsigned with_choices(const struct legal *legal, enum action_kind kind, const struct set *sets)
{
    unsigned pawns = 0;
    for (unsigned pawn = 0; (legal->kinds & ACTION_BIT(kind)) != 0 && pawn < PAWN_COUNT; pawn++) {
        pawns |= set_is_empty(&sets[pawn]) ? 0U : PAWN_BIT(pawn);
    }
    return pawns;
}

static unsigned who_walks(const struct legal *legal, const struct choice_row *row)
{
    unsigned walk = with_choices(legal, row->kind, legal->walk);
    bool waring = !set_is_empty(&legal->walk_power);
    return !row->power ? walk : waring ? walk & PAWN_BIT(PAWN_YELLOW) : 0;
}

static unsigned who_searches(const struct legal *legal, const struct choice_row *row)
{
    unsigned search = with_choices(legal, row->kind, legal->search);
    return row->power ? search & legal->search_power : search;
}

static unsigned who_arrests(const struct legal *legal, const struct choice_row *row)
{
    if ((legal->kinds & ACTION_BIT(row->kind)) == 0) {
        return 0;
    }
    return row->power ? legal->arrest_power
           : row->all ? legal->arrest_all
                      : with_choices(legal, row->kind, legal->arrest);
}

static unsigned who_rushes(const struct legal *legal, const struct choice_row *row)
{
    return with_choices(legal, row->kind, legal->rush);
}

/* ---- Pawns that an action names ---------------------------------------------------------------- */

static unsigned named_in_letter(const struct legal *legal, const struct choice_row *row)
{
    (void)row;
    return legal->letter_pawns;
}

static unsigned sent_to_goulston(const struct legal *legal, const struct choice_row *row)
{
    (void)row;
    return legal->goulston_pawns;
}

/* ---- How many places, if that depends on the night --------------------------------------------------- */

static unsigned all_women(const struct legal *legal)
{
    return (unsigned)legal->marked + legal->unmarked;
}

static unsigned all_victims(const struct legal *legal)
{
    return legal->victims;
}

/* ---- Which places ------------------------------------------------------------------------------ */

static struct set picked(const struct choice *choice)
{
    struct set set = {{0}};
    for (unsigned i = 0; i < choice->picks; i++) {
        set_add(&set, choice->pick[i]);
    }
    return set;
}

static struct choice_places circles(struct set set)
{
    return (struct choice_places){.circles = set};
}

static struct choice_places crossings(struct set set)
{
    return (struct choice_places){.crossings = set};
}

static struct choice_places to_circles(const struct choice *choice, const struct choice_item *item)
{
    struct set taken = picked(choice);
    (void)item;
    return circles(set_minus(choice->legal.shown.circles, &taken));
}

static struct choice_places to_crossings(const struct choice *choice, const struct choice_item *item)
{
    (void)item;
    return crossings(choice->legal.shown.crossings);
}

/* All fixed crossings and some free ones; once enough free ones are picked, only fixed ones are left. */
static struct choice_places to_patrols(const struct choice *choice, const struct choice_item *item)
{
    const struct legal *legal = &choice->legal.shown;
    struct set taken = picked(choice);
    struct set chosen_free = set_and(taken, &legal->patrols_free);
    struct set set = legal->patrols_fixed;
    (void)item;
    if (set_count(&chosen_free) < legal->patrols_choose) {
        set = set_or(set, &legal->patrols_free);
    }
    return crossings(set_minus(set, &taken));
}

static struct choice_places to_letter(const struct choice *choice, const struct choice_item *item)
{
    const struct legal *legal = &choice->legal.shown;
    struct set taken = picked(choice);
    bool moves = choice->picks > 0 && item->letter != LETTER_SAUCY_JACKY;
    return crossings(set_minus(moves ? legal->letter_to : legal->letter_from[item->letter], &taken));
}

static struct choice_places to_shifted(const struct choice *choice, const struct choice_item *item)
{
    struct set taken = picked(choice);
    (void)item;
    return crossings(set_minus(choice->legal.shown.shifted_to, &taken));
}

static struct choice_places to_wretched(const struct choice *choice, const struct choice_item *item)
{
    const struct legal *legal = &choice->legal.shown;
    struct set set = {{0}};
    (void)item;
    for (unsigned i = 0; i < legal->wretched; i++) {
        if (choice->picks == 0) {
            set_add(&set, legal->wretched_from[i]);
        } else if (legal->wretched_from[i] == choice->pick[0]) {
            set = legal->wretched_to[i];
        }
    }
    return circles(set);
}

static struct choice_places to_move(const struct choice *choice, const struct choice_item *item)
{
    struct set home = {{0}};
    set_add(&home, choice->legal.shown.escape);
    return circles(item->escape ? home : choice->legal.shown.move);
}

static struct choice_places to_coach(const struct choice *choice, const struct choice_item *item)
{
    const struct legal *legal = &choice->legal.shown;
    struct set set = {{0}};
    (void)item;
    for (unsigned i = 0; i < legal->coaches; i++) {
        if (choice->picks == 0) {
            set_add(&set, legal->coach[i][0]);
        } else if (legal->coach[i][0] == choice->pick[0]) {
            set_add(&set, legal->coach[i][1]);
        }
    }
    return circles(set);
}

static struct choice_places to_alley(const struct choice *choice, const struct choice_item *item)
{
    (void)item;
    return circles(choice->legal.shown.alley);
}

static struct choice_places to_boat(const struct choice *choice, const struct choice_item *item)
{
    (void)item;
    return circles(choice->legal.shown.boat);
}

/* One per quadrant, in any order. */
static struct choice_places to_discoveries(const struct choice *choice, const struct choice_item *item)
{
    const struct legal *legal = &choice->legal.shown;
    struct set taken = picked(choice), set = {{0}};
    (void)item;
    for (unsigned i = 0; i < COUNT(legal->quadrant); i++) {
        if (!set_meets(&legal->quadrant[i], &taken)) {
            set = set_or(set, &legal->quadrant[i]);
        }
    }
    return circles(set);
}

static struct choice_places to_walk(const struct choice *choice, const struct choice_item *item)
{
    const struct legal *legal = &choice->legal.shown;
    return crossings(item->power ? legal->walk_power : legal->walk[item->by]);
}

static struct choice_places to_search(const struct choice *choice, const struct choice_item *item)
{
    return circles(choice->legal.shown.search[item->by]);
}

static struct choice_places to_arrest(const struct choice *choice, const struct choice_item *item)
{
    return circles(choice->legal.shown.arrest[item->by]);
}

static struct choice_places to_rush(const struct choice *choice, const struct choice_item *item)
{
    return crossings(choice->legal.shown.rush[item->by]);
}

/* ---- The action -------------------------------------------------------------------------------- */

static void build_circle(const struct choice *choice, struct action *action)
{
    action->circle = choice->pick[0];
}

static void build_crossing(const struct choice *choice, struct action *action)
{
    action->crossing = choice->pick[0];
}

static void build_to(const struct choice *choice, struct action *action)
{
    action->to = choice->pick[0];
}

static void build_list(const struct choice *choice, struct action *action)
{
    for (unsigned i = 0; i < choice->picks; i++) {
        action->list[action->count++] = choice->pick[i];
    }
}

static void build_from_to(const struct choice *choice, struct action *action)
{
    action->from = choice->pick[0];
    action->to = choice->pick[1];
}

static void build_letter(const struct choice *choice, struct action *action)
{
    if (action->letter == LETTER_SAUCY_JACKY) {
        build_list(choice, action);
    } else {
        build_from_to(choice, action);
    }
}

static void build_coach(const struct choice *choice, struct action *action)
{
    action->via = choice->pick[0];
    action->to = choice->pick[1];
}

/* The marked women are picked first. */
static void build_women(const struct choice *choice, struct action *action)
{
    for (unsigned i = 0; i < choice->picks; i++) {
        if (i < choice->legal.shown.marked) {
            action->list[action->count++] = choice->pick[i];
        } else {
            action->unmarked[action->unmarked_count++] = choice->pick[i];
        }
    }
}

static void build_patrols(const struct choice *choice, struct action *action)
{
    for (unsigned i = 0; i < choice->picks; i++) {
        action->list[action->count++] = choice->pick[i];
        action->list[action->count++] = choice->face[i];
    }
}

/* Moves the two patrols that Jack named, in ascending order, to the crossings picked for them. */
static void build_shift(const struct choice *choice, struct action *action)
{
    unsigned from = 0;
    for (unsigned i = 0; i < choice->picks; i++) {
        from = set_next(&choice->legal.shown.shifted_from, from);
        action->list[action->count++] = (uint8_t)from;
        action->list[action->count++] = choice->pick[i];
    }
}

static void build_discoveries(const struct choice *choice, struct action *action)
{
    const struct legal *legal = &choice->legal.shown;
    for (unsigned quadrant = 0; quadrant < COUNT(legal->quadrant); quadrant++) {
        for (unsigned i = 0; i < choice->picks; i++) {
            if (set_has(&legal->quadrant[quadrant], choice->pick[i])) {
                action->list[action->count++] = choice->pick[i];
            }
        }
    }
}

unsigned choice_faces_left(const struct choice *choice)
{
    unsigned left = (1U << PAWN_COUNT) - 1;
    unsigned blanks = 0;
    for (unsigned i = 0; i < choice->picks; i++) {
        if (choice->face[i] != PAWN_FALSE || ++blanks == PATROLS - POLICEMEN_MAX) {
            left &= ~PAWN_BIT(choice->face[i]);
        }
    }
    return left;
}

/* ---- The table --------------------------------------------------------------------------------- */

/*
 * In the order of the list. If several rows fit a place, the first is selected: escape at the hideout, search at other
 * circles. The keys of the screen itself (screen_table_keys.c), h i j k l m o p q t u x D, are not used here; s means
 * the same in both.
 */
/* clang-format off */
const struct choice_row choice_rows[] = {
    {.kind = ACTION_HIDEOUT, .key = 'g', .usual = true, .label = TEXT("Choose the hideout"),
     .ask = {TEXT("Pick a circle for your hideout.")},
     .who = who_acts, .places = 1, .targets = to_circles, .build = build_circle},
    {.kind = ACTION_WOMEN, .key = 'w', .usual = true, .label = TEXT("Place the women"),
     .ask = {TEXT("Pick a red circle for a marked woman"), TEXT("Pick a red circle for an unmarked woman")},
     .who = who_acts, .count = all_women, .targets = to_circles, .build = build_women},
    {.kind = ACTION_PATROLS, .key = 'v', .usual = true, .label = TEXT("Place the patrols"),
     .ask = {TEXT("Pick a crossing for this patrol")},
     .who = who_acts, .places = PATROLS, .targets = to_patrols, .build = build_patrols},
    {.kind = ACTION_ADDRESS, .key = 'a', .label = TEXT("Name the address"),
     .ask = {TEXT("Pick the circle to name as the hideout. You can do this only once per game.")},
     .who = who_acts, .places = 1, .targets = to_circles, .build = build_circle},
    {.kind = ACTION_LETTER, .letter = LETTER_DEAR_BOSS, .key = 'd', .label = TEXT("Letter: Dear Boss"),
     .ask = {TEXT("Dear Boss: pick a patrol to move."), TEXT("Pick the empty yellow crossing it moves to.")},
     .who = who_writes, .places = 2, .targets = to_letter, .build = build_letter},
    {.kind = ACTION_LETTER, .letter = LETTER_SAUCY_JACKY, .key = 'y', .label = TEXT("Letter: Saucy Jacky"),
     .ask = {TEXT("Saucy Jacky: pick the first patrol the Head must move."), TEXT("Pick the second patrol.")},
     .who = who_writes, .places = 2, .targets = to_letter, .build = build_letter},
    {.kind = ACTION_LETTER, .letter = LETTER_FROM_HELL, .key = 'f', .label = TEXT("Letter: From Hell"),
     .ask = {TEXT("From Hell: pick a patrol to move."), TEXT("Pick the empty yellow crossing it moves to.")},
     .who = who_writes, .places = 2, .targets = to_letter, .build = build_letter},
    {.kind = ACTION_LETTER, .letter = LETTER_GOULSTON_STREET, .key = 'g',
     .label = TEXT("Letter: Goulston Street,"),
     .who = who_writes, .named = named_in_letter},
    {.kind = ACTION_MOVE_PATROLS, .key = 'v', .usual = true, .label = TEXT("Move the patrols Jack chose"),
     .ask = {TEXT("Pick a yellow crossing"), TEXT("Pick a yellow crossing")},
     .who = who_acts, .places = 2, .targets = to_shifted, .build = build_shift},
    {.kind = ACTION_GOULSTON, .key = 'g', .label = TEXT("Goulston Street: send"),
     .who = who_acts, .named = sent_to_goulston},
    {.kind = ACTION_KILL, .key = 'v', .usual = true, .label = TEXT("Murder"),
     .ask = {TEXT("Pick the victim"), TEXT("Pick the second victim, where you end up")},
     .who = who_acts, .count = all_victims, .targets = to_circles, .build = build_list},
    {.kind = ACTION_WAIT, .key = 'w', .label = TEXT("Wait"),
     .who = who_acts},
    {.kind = ACTION_WRETCHED, .key = 'w', .usual = true, .label = TEXT("Move the Wretched"),
     .ask = {TEXT("Pick one of the Wretched to move."), TEXT("Pick the circle she moves to.")},
     .who = who_acts, .places = 2, .targets = to_wretched, .build = build_from_to},
    {.kind = ACTION_REVEAL, .key = 'r', .usual = true, .label = TEXT("Reveal a patrol"),
     .ask = {TEXT("Pick a patrol to reveal.")},
     .who = who_acts, .places = 1, .targets = to_crossings, .build = build_crossing},
    {.kind = ACTION_FALSE_CLUE, .key = 'f', .usual = true, .label = TEXT("Place a false clue"),
     .ask = {TEXT("Pick a circle for the false clue.")},
     .who = who_acts, .places = 1, .targets = to_circles, .build = build_circle},
    {.kind = ACTION_DISCOVERIES, .key = 'd', .usual = true, .label = TEXT("Choose the Discovery Locations"),
     .ask = {TEXT("Pick a white circle in each quadrant"), TEXT("Pick a white circle in each quadrant")},
     .who = who_acts, .places = DISCOVERIES, .targets = to_discoveries, .build = build_discoveries},
    {.kind = ACTION_START, .key = 'g', .usual = true, .label = TEXT("Choose where you start"),
     .ask = {TEXT("Pick the Discovery Location where you start.")},
     .who = who_acts, .places = 1, .targets = to_circles, .build = build_circle},
    {.kind = ACTION_DEPLOY, .key = 'g', .usual = true, .label = TEXT("chooses a position"),
     .ask = {TEXT("pick a yellow crossing to start at.")},
     .who = who_acts, .places = 1, .targets = to_crossings, .build = build_crossing},
    {.kind = ACTION_RECLAIM, .tile = TILE_ALLEY, .key = 'a', .label = TEXT("Take back an Alley"),
     .who = who_reclaims},
    {.kind = ACTION_RECLAIM, .tile = TILE_BOAT, .key = 'b', .label = TEXT("Take back a Boat"),
     .who = who_reclaims},
    {.kind = ACTION_MOVE, .escape = true, .key = 'e', .usual = true, .label = TEXT("Escape home"),
     .ask = {TEXT("Pick your hideout to escape.")},
     .who = who_escapes, .places = 1, .targets = to_move, .build = build_to},
    {.kind = ACTION_MOVE, .key = 'g', .usual = true, .label = TEXT("Move"),
     .ask = {TEXT("Pick the circle to move to.")},
     .who = who_acts, .places = 1, .targets = to_move, .build = build_to},
    {.kind = ACTION_COACH, .tile = TILE_COACH, .key = 'c', .label = TEXT("Coach"),
     .ask = {TEXT("Coach: pick the circle to go via."), TEXT("Coach: pick the circle where you get off.")},
     .who = who_acts, .places = 2, .targets = to_coach, .build = build_coach},
    {.kind = ACTION_ALLEY, .tile = TILE_ALLEY, .key = 'a', .label = TEXT("Alley"),
     .ask = {TEXT("Alley: pick a circle on the same block of houses.")},
     .who = who_acts, .places = 1, .targets = to_alley, .build = build_to},
    {.kind = ACTION_BOAT, .tile = TILE_BOAT, .key = 'b', .label = TEXT("Boat"),
     .ask = {TEXT("Boat: pick a blue circle on the same water.")},
     .who = who_acts, .places = 1, .targets = to_boat, .build = build_to},
    {.kind = ACTION_WALK, .key = 'w', .usual = true, .label = TEXT("walks"),
     .ask = {TEXT("pick the crossing to move to.")},
     .who = who_walks, .places = 1, .targets = to_walk, .build = build_to},
    {.kind = ACTION_WALK, .power = true, .key = 'W', .label = TEXT("moves with his power"),
     .ask = {TEXT("pick a free crossing around the same block of houses.")},
     .who = who_walks, .places = 1, .targets = to_walk, .build = build_to},
    {.kind = ACTION_SEARCH, .key = 's', .usual = true, .label = TEXT("searches"),
     .ask = {TEXT("pick a circle to search (S searches all).")},
     .who = who_searches, .places = 1, .targets = to_search, .build = build_circle},
    {.kind = ACTION_SEARCH, .power = true, .key = 'P', .label = TEXT("searches with his power"),
     .ask = {TEXT("pick a circle to search; an arrest may follow.")},
     .who = who_searches, .places = 1, .targets = to_search, .build = build_circle},
    {.kind = ACTION_ARREST, .key = 'a', .usual = true, .label = TEXT("tries an arrest"),
     .ask = {TEXT("pick the circle for the arrest.")},
     .who = who_arrests, .places = 1, .targets = to_arrest, .build = build_circle},
    {.kind = ACTION_ARREST, .all = true, .key = 'a', .label = TEXT("tries an area arrest"),
     .who = who_arrests},
    {.kind = ACTION_ARREST, .all = true, .power = true, .key = 'A',
     .label = TEXT("tries an area arrest with his power"),
     .who = who_arrests},
    {.kind = ACTION_SMOKER, .key = 'z', .label = TEXT("uses Smoker"),
     .who = who_smokes},
    {.kind = ACTION_RUSH, .key = 'r', .label = TEXT("rushes"),
     .ask = {TEXT("pick the crossing to rush to.")},
     .who = who_rushes, .places = 1, .targets = to_rush, .build = build_to},
    {.kind = ACTION_PASS, .key = 'n', .label = TEXT("passes"),
     .who = who_passes},
};
/* clang-format on */
const unsigned choice_rows_count = COUNT(choice_rows);
