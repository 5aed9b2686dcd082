/*
 * view.c: builds views.
 *
 * What a viewer knows is a mask of audiences. Every function here starts from zeros and copies what that mask
 * allows, with one helper per audience. Nothing is copied as a whole and then redacted, so anything forgotten
 * stays hidden.
 */
#include "common/view/view.h"
#include "common/base/words.h"

#include <string.h>

#include "common/base/array.h"

enum {
    KNOWS_EVERYTHING = AUDIENCE_EVERYONE | AUDIENCE_JACK | AUDIENCE_HEAD | AUDIENCE_TILES | AUDIENCE_ALL,
};

_Static_assert(KNOWS_EVERYTHING <= UINT8_MAX, "view.knows is a byte");

/* ---- Viewers ------------------------------------------------------------------------------------ */

static const char *const role_names[VIEWER_ROLES] = {
    [VIEWER_PUBLIC] = "public", [VIEWER_DETECTIVE] = "detective",
    [VIEWER_POLICE] = "police", [VIEWER_JACK] = "jack",
    [VIEWER_ALL] = "all",
};

const char *viewer_role_name(enum viewer_role role)
{
    return role_names[role];
}

bool viewer_role_from_name(const char *name, enum viewer_role *role)
{
    unsigned found = word_find(role_names, 0, VIEWER_ROLES, VIEWER_ROLES, name);
    if (found < VIEWER_ROLES) {
        *role = (enum viewer_role)found;
    }
    return found < VIEWER_ROLES;
}

bool viewer_from_name(const char *who, const struct setup *setup, struct viewer *viewer)
{
    enum viewer_role role;
    if (viewer_role_from_name(who, &role) && role != VIEWER_DETECTIVE) {
        *viewer = (struct viewer){.role = (uint8_t)role};
        return true;
    }
    enum pawn pawn = pawn_from_name(who);
    for (unsigned seat = 0; pawn != PAWN_NONE && seat < setup->seats; seat++) {
        if ((setup->pawns[seat] & PAWN_BIT(pawn)) != 0) {
            *viewer = (struct viewer){.role = VIEWER_DETECTIVE, .pawns = setup->pawns[seat]};
            return true;
        }
    }
    return false;
}

/* ---- What a viewer knows ----------------------------------------------------------------------- */

/* Jack's tiles lie face up unless murderer_at_large is on. In Whitechapel the same bit is another option. */
static bool tiles_are_public(const struct game *game)
{
    return game->kind != GAME_WHITEHALL || (game->options & OPTION_MURDERER_AT_LARGE) == 0;
}

static bool plays_head(const struct game *game, struct viewer viewer)
{
    return game->head != 0 && (viewer.pawns & PAWN_BIT(game->head)) != 0;
}

/* Returns what a role knows during a game. Events are filtered by this even after the end. */
static unsigned role_knowledge(const struct game *game, struct viewer viewer)
{
    unsigned public = AUDIENCE_EVERYONE;
    if (tiles_are_public(game)) {
        public |= AUDIENCE_TILES;
    }
    switch ((enum viewer_role)viewer.role) {
    case VIEWER_PUBLIC:
        return public;
    case VIEWER_DETECTIVE:
        return plays_head(game, viewer) ? public | AUDIENCE_HEAD : public;
    case VIEWER_POLICE:
        return public | AUDIENCE_HEAD;
    case VIEWER_JACK:
        return public | AUDIENCE_JACK | AUDIENCE_TILES;
    case VIEWER_ALL:
        return KNOWS_EVERYTHING;
    }
    return public;
}

unsigned view_knowledge(const struct game *game, struct viewer viewer)
{
    return game->phase == PHASE_OVER ? KNOWS_EVERYTHING : role_knowledge(game, viewer);
}

unsigned view_pawns(const struct game *game, struct viewer viewer)
{
    unsigned police = game_policemen((enum game_kind)game->kind);
    switch ((enum viewer_role)viewer.role) {
    case VIEWER_PUBLIC:
        return 0;
    case VIEWER_DETECTIVE: /* a wrong mask must not reveal Jack's choices */
        return viewer.pawns & police;
    case VIEWER_POLICE:
        return police;
    case VIEWER_JACK:
        return PAWN_BIT(PAWN_JACK);
    case VIEWER_ALL:
        return police | PAWN_BIT(PAWN_JACK);
    }
    return 0;
}

/* ---- The view of a game ------------------------------------------------------------------------ */

/* Copies in ascending order, because the order in which things were given is secret. */
static void copy_ascending(uint8_t *to, const uint8_t *from, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        unsigned at = i;
        for (; at > 0 && to[at - 1] > from[i]; at--) {
            to[at] = to[at - 1];
        }
        to[at] = from[i];
    }
}

/*
 * Returns the seat whose policemen act now. In Whitehall the pawns have a fixed order, so seats do not
 * matter.
 */
static uint8_t turn_of(const struct game *game)
{
    unsigned actors = game_actors(game);
    return actors == 0 ? 0 : game->seat_of[__builtin_ctz(actors)];
}

static void copy_state(const struct game *game, struct view *view)
{
    view->kind = game->kind;
    view->options = game->options;
    view->phase = game->phase;
    view->round = game->round;
    view->winner = game->winner;
    view->reason = game->reason;
    view->actors = (uint8_t)game_actors(game);
    view->seats = game->seats;
    memcpy(view->seat_of, game->seat_of, sizeof(view->seat_of));
    view->head = game->head;
    view->waiting = game->waiting;
    view->turn = turn_of(game);
    view->searching = game->searching;
    view->searched = game->searched;
    view->may_arrest = game->may_arrest;
    copy_ascending(view->saucy, game->saucy, 2);
    view->graffito = game->graffito;
    view->letters_used = game->letters_used;
    view->letter_tonight = game->letter_tonight;
    view->powers_used = game->powers_used;
    view->smoker_used = game->smoker_used;
    view->address_used = game->address_used;
}

static void copy_streets(const struct game *game, struct view *view)
{
    memcpy(view->crossing, game->crossing, sizeof(view->crossing));
    view->crimes = game->crimes;
    copy_ascending(view->crime, game->crime, game->crimes);
    view->women = game->women;
    copy_ascending(view->woman, game->woman, game->women);
    view->wretched_count = game->wretched_count;
    memcpy(view->wretched, game->wretched,
           game->wretched_count); /* in this order, which wretched_moved refers to */
    view->wretched_moved = game->wretched_moved;
    view->time_of_crime = game->time_of_crime;
    view->clues = game->clues;
    view->clue_markers = game->clue_markers;
    view->false_held = game->false_held;
    view->false_clues = game->false_clues;
    copy_ascending(view->false_clue, game->false_clue, game->false_clues);
}

/* Copies the crossings of the tokens, and the faces of those that are face up. */
static void copy_patrols(const struct game *game, struct view *view)
{
    for (unsigned i = 0; i < PATROLS; i++) {
        const struct patrol *patrol = &game->patrol[i];
        bool up = patrol->crossing != 0 && patrol->face_up;
        view->patrol_crossing[i] = patrol->crossing;
        view->patrol_up[i] = up;
        view->patrol_face[i] = up ? patrol->face : PAWN_NONE;
    }
}

/* One tile is turned over per night; tonight's is included once there is a Head. */
static void copy_turned_heads(const struct game *game, struct view *view)
{
    if (game->kind != GAME_WHITECHAPEL) {
        return;
    }
    view->heads_turned = (uint8_t)(game->head != 0 ? game->round : game->round - 1);
    memcpy(view->heads_known, game->heads, view->heads_turned);
}

/*
 * Copies how far Jack is and where his tiles lie, but not where he went. There is a track once the crime or
 * the start is in its first cell, which everybody saw happen.
 */
static void copy_track(const struct game *game, struct view *view)
{
    if (game->row[game->round - 1][game->first_cell] != 0) {
        view->on_track = 1;
        view->first_cell = game->first_cell;
        view->last_cell = game->last_cell;
        for (unsigned cell = 0; cell < CELLS; cell++) {
            bool special = game->mark[game->round - 1][cell] != TILE_NONE;
            view->special_cells[cell] = special ? TILE_UNKNOWN : TILE_NONE;
            if (game->mark[game->round - 1][cell] == TILE_COACH) { /* covers two cells, as everybody saw */
                view->special_double[cell] = 1;
                view->special_cells[++cell] = TILE_UNKNOWN;
            }
        }
    }
    for (unsigned tile = TILE_NONE + 1; tile < TILE_COUNT; tile++) {
        view->tiles_total = (uint8_t)(view->tiles_total + game->tiles[tile]);
    }
}

static void copy_announced(const struct game *game, struct view *view)
{
    uint8_t found[DISCOVERIES];
    for (unsigned i = 0; i < DISCOVERIES; i++) {
        if ((game->discovered >> i & 1U) != 0) {
            found[view->discoveries_found++] = game->discovery[i];
        }
    }
    copy_ascending(view->discovery_found, found, view->discoveries_found);
}

static void copy_public(const struct game *game, struct view *view)
{
    copy_state(game, view);
    copy_streets(game, view);
    copy_patrols(game, view);
    copy_turned_heads(game, view);
    copy_track(game, view);
    copy_announced(game, view);
}

static void copy_tiles(const struct game *game, struct view *view)
{
    memcpy(view->tiles, game->tiles, sizeof(view->tiles));
    memcpy(view->tiles_used, game->tiles_used, sizeof(view->tiles_used));
    for (unsigned cell = 0; cell < CELLS; cell++) {
        if (view->special_cells[cell] == TILE_UNKNOWN) {
            view->special_cells[cell] = game->mark[game->round - 1][cell];
        }
    }
}

static void copy_head(const struct game *game, struct view *view)
{
    for (unsigned i = 0; i < PATROLS; i++) {
        if (game->patrol[i].crossing != 0) {
            view->patrol_face[i] = game->patrol[i].face;
        }
    }
}

static void copy_jack(const struct game *game, struct view *view)
{
    view->hideout = game->hideout;
    view->marked = game->marked;
    memcpy(view->discovery, game->discovery, sizeof(view->discovery));
    memcpy(view->row, game->row, sizeof(view->row));
    memcpy(view->mark, game->mark, sizeof(view->mark));
}

static void copy_all(const struct game *game, struct view *view)
{
    memcpy(view->heads, game->heads, sizeof(view->heads));
}

/* Public facts come first; the others fill in what those left open. */
static const struct {
    enum audience audience;
    void (*copy)(const struct game *game, struct view *view);
} copies[] = {
    {AUDIENCE_EVERYONE, copy_public}, {AUDIENCE_TILES, copy_tiles}, {AUDIENCE_HEAD, copy_head},
    {AUDIENCE_JACK, copy_jack},       {AUDIENCE_ALL, copy_all},
};

void view_game(const struct game *game, struct viewer viewer, struct view *view)
{
    unsigned knowledge = view_knowledge(game, viewer);
    memset(view, 0, sizeof(*view));
    view->role = viewer.role;
    view->knows = (uint8_t)knowledge;
    view->pawns = (uint8_t)view_pawns(game, viewer);
    for (unsigned i = 0; i < COUNT(copies); i++) {
        if ((knowledge & copies[i].audience) != 0) {
            copies[i].copy(game, view);
        }
    }
}

/* ---- Events and choices ------------------------------------------------------------------------ */

static const struct {
    size_t offset, size;
} members[EVENT_FIELD_COUNT] = {
#define EVENT_MEMBER(field, key, member) \
    [EVENT_##field##_FIELD] = {offsetof(struct event, member), sizeof(((struct event *)0)->member)},
    EVENT_FIELD_TABLE(EVENT_MEMBER)
#undef EVENT_MEMBER
};

/*
 * Filters by role alone, even when the game is over: what the end reveals is in an event of its own, the
 * sheet. `game` is the game after the event, because who knows the patrols depends on that night's Head.
 */
void view_event(const struct game *game, struct viewer viewer, const struct event *event,
                struct viewed_event *viewed)
{
    unsigned knowledge = role_knowledge(game, viewer);
    memset(viewed, 0, sizeof(*viewed));
    viewed->shown.kind = event->kind;
    for (unsigned field = 0; field < EVENT_FIELD_COUNT; field++) {
        enum audience audience = event_audience((enum event_kind)event->kind, (enum event_field)field);
        if ((event->fields & EVENT_FIELD_BIT(field)) != 0 && (audience & knowledge) != 0) {
            viewed->shown.fields |= EVENT_FIELD_BIT(field);
            memcpy((char *)&viewed->shown + members[field].offset,
                   (const char *)event + members[field].offset, members[field].size);
        }
    }
}

void view_legal(const struct board *board, const struct game *game, struct viewer viewer,
                struct viewed_legal *viewed)
{
    memset(viewed, 0, sizeof(*viewed));
    game_legal(board, game, view_pawns(game, viewer), &viewed->shown);
}

/* ---- Comparing --------------------------------------------------------------------------------- */

static bool same_bytes(const void *left, const void *right, size_t size)
{
    return memcmp(left, right, size) == 0;
}

bool view_same_event(const struct viewed_event *left, const struct viewed_event *right)
{
    return same_bytes(left, right, sizeof *left);
}

bool view_same_sight(const struct view *left, const struct view *right)
{
    struct view other = *right;
    other.role = left->role;
    other.pawns = left->pawns;
    return same_bytes(left, &other, sizeof other);
}
