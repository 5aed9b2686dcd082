/*
 * test_view.c: no viewer sees more or less than the rules allow.
 *
 * Most tests use one artificial game that has every secret of both games at once: no real game is like it,
 * but every member is set. The table `visibilities` lists `struct game` byte by byte with who sees each; a member
 * that is missing from it fails the test.
 */
#include "common/view/view.h"
#include "tests/support/c/run_suite.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "common/base/array.h"

enum {
    SEAT_ONE = PAWN_BIT(PAWN_YELLOW) | PAWN_BIT(PAWN_GREEN),
    SEAT_TWO = PAWN_BIT(PAWN_RED) | PAWN_BIT(PAWN_BLUE) | PAWN_BIT(PAWN_BROWN),
};

/* Seat 0 has Jack; seat 1 has yellow, tonight's Head, and green; seat 2 has the others. */
static const struct viewer viewers[] = {
    {VIEWER_PUBLIC, 0},
    {VIEWER_DETECTIVE, SEAT_TWO},
    {VIEWER_DETECTIVE, SEAT_ONE},
    {VIEWER_POLICE, 0},
    {VIEWER_JACK, 0},
    {VIEWER_ALL, 0},
};

enum { ONLOOKER, OTHER, HEAD, POLICE, JACK, ALL, VIEWERS };

_Static_assert(COUNT(viewers) == VIEWERS, "one name a viewer");

/* Who sees something: masks over those six viewers. */
enum {
    NOBODY = 0,
    EVERYONE = (1 << VIEWERS) - 1,
    ONLY_ALL = 1 << ALL,
    JACKS = 1 << JACK | 1 << ALL,
    HEADS = 1 << HEAD | 1 << POLICE | 1 << ALL,
};

enum {
    ROUND = 2,
    KNOWN_TO_ALL = AUDIENCE_EVERYONE | AUDIENCE_JACK | AUDIENCE_HEAD | AUDIENCE_TILES | AUDIENCE_ALL,
};

static bool sees(unsigned who, unsigned viewer)
{
    return (who >> viewer & 1U) != 0;
}

/* Compares padding too, since views are built from zeros. */
static bool same(const void *left, const void *right, size_t size)
{
    return memcmp(left, right, size) == 0;
}

static struct view view_of(const struct game *game, unsigned viewer)
{
    struct view view;
    memset(&view, 0xa5, sizeof(view)); /* the previous contents must not show through */
    view_game(game, viewers[viewer], &view);
    return view;
}

static void put_row(struct game *game)
{
    static const uint8_t nights[ROUND][8] = {{84, 66, 50, 34}, {146, 128, 110, 112, 114, 116}};
    for (unsigned night = 0; night < ROUND; night++) {
        memcpy(&game->row[night][CELL_ONE], nights[night], sizeof(nights[night]));
    }
    game->first_cell = CELL_ONE;
    game->last_cell = 9;
    game->mark[0][5] = TILE_ALLEY;
    game->mark[1][6] = TILE_COACH;
    game->mark[1][7] = TILE_COACH;
    game->mark[1][8] = TILE_ALLEY;
}

static void put_tokens(struct game *game)
{
    static const struct patrol patrols[PATROLS] = {
        {10, PAWN_BLUE, 0},   {20, PAWN_FALSE, 0}, {30, PAWN_GREEN, 1}, {40, PAWN_RED, 0},
        {50, PAWN_YELLOW, 0}, {60, PAWN_BROWN, 0}, /* the seventh was false and has been removed */
    };
    memcpy(game->patrol, patrols, sizeof(patrols));
    game->women = 3;
    memcpy(game->woman, (uint8_t[]){20, 26, 64}, 3);
    game->marked = 1 << 1;
    game->wretched_count = 2;
    memcpy(game->wretched, (uint8_t[]){70, 72}, 2);
    game->wretched_moved = 1;
    game->crimes = 3;
    memcpy(game->crime, (uint8_t[]){146, 84, 158}, 3);
    game->false_clues = 2;
    memcpy(game->false_clue, (uint8_t[]){92, 90}, 2);
    set_add(&game->clues, 110);
    set_add(&game->searched, 111);
    for (unsigned pawn = PAWN_YELLOW; pawn < PAWN_COUNT; pawn++) {
        game->crossing[pawn] = (uint8_t)(100 + 2 * pawn);
    }
}

/* Returns a game with every secret. `kind` and `options` decide what is secret. */
static struct game full_game(enum game_kind kind, unsigned options)
{
    struct game game;
    memset(&game, 0, sizeof(game));
    game.kind = (uint8_t)kind;
    game.options = (uint8_t)options;
    game.phase = PHASE_MOVE;
    game.round = ROUND;
    game.seats = 3;
    memcpy(game.seat_of, (uint8_t[PAWN_COUNT]){0, 1, 2, 2, 1, 2}, PAWN_COUNT);
    game.hideout = 34;
    memcpy(game.discovery, (uint8_t[DISCOVERIES]){120, 44, 152, 88}, DISCOVERIES);
    game.discovered = 1 << 0 | 1 << 1;
    memcpy(game.tiles, (uint8_t[TILE_COUNT]){0, 2, 1, 2}, TILE_COUNT);
    memcpy(game.tiles_used, (uint8_t[TILE_COUNT]){0, 1, 2, 1}, TILE_COUNT);
    memcpy(game.heads, (uint8_t[]){PAWN_RED, PAWN_YELLOW, PAWN_BROWN, PAWN_BLUE, PAWN_GREEN}, 5);
    game.head = PAWN_YELLOW;
    game.waiting = PAWN_BIT(PAWN_RED);
    game.saucy[0] = 40;
    game.saucy[1] = 20;
    put_row(&game);
    put_tokens(&game);
    return game;
}

/* ---- Byte by byte ------------------------------------------------------------------------------ */

/*
 * Bytes of struct game, which bits to flip in each, and who sees the change: in Whitechapel, and in Whitehall
 * with face-down tiles.
 */
struct visibility {
    const char *name;
    size_t begin, end;
    unsigned flip, whitechapel, at_large;
};

#define END_OF(member) (offsetof(struct game, member) + sizeof(((struct game *)0)->member))
/* clang-format off */
#define SPAN(first, last, flip, who, at_large) \
    {#first ".." #last, offsetof(struct game, first), END_OF(last), flip, who, at_large}
/* clang-format on */
#define SIGHT(member, who) SPAN(member, member, 1, who, who)

/* Only the faces are secret, and only those of face-down tokens. */
#define PATROL(index, who) \
    SIGHT(patrol[index].crossing, EVERYONE), SPAN(patrol[index].face, patrol[index].face, 7, who, who), \
        SIGHT(patrol[index].face_up, EVERYONE)

static const struct visibility visibilities[] = {
    SIGHT(clues, EVERYONE),
    SIGHT(searched, EVERYONE),
    SIGHT(kind, EVERYONE),
    SIGHT(options, EVERYONE),
    SIGHT(phase, EVERYONE),
    SIGHT(round, EVERYONE),
    SIGHT(winner, EVERYONE),
    SIGHT(reason, EVERYONE),
    SIGHT(seats, EVERYONE),
    SIGHT(seat_of, EVERYONE),

    SIGHT(hideout, JACKS),
    SPAN(discovery[0], discovery[1], 1, EVERYONE, EVERYONE), /* announced */
    SPAN(discovery[2], discovery[3], 1, JACKS, JACKS),
    SIGHT(discovered, EVERYONE),
    SIGHT(first_cell, EVERYONE),
    SIGHT(last_cell, EVERYONE),
    SIGHT(row, JACKS),
    SIGHT(mark[0], JACKS),
    SPAN(mark[1][0], mark[1][5], 3, EVERYONE, EVERYONE), /* that a tile was used is public */
    SPAN(mark[1][6], mark[1][6], 3, EVERYONE, EVERYONE), /* and so is that a Coach covers two cells */
    SPAN(mark[1][7], mark[1][7], 3, EVERYONE, JACKS),    /* its second cell */
    SPAN(mark[1][8], mark[1][8], 1, EVERYONE,
         JACKS), /* whether it is an Alley or a Boat is secret at large */
    SPAN(mark[1][9], mark[1][CELL_LAST], 3, EVERYONE, EVERYONE),
    SPAN(mark[2], mark[3], 3, JACKS, JACKS),

    SPAN(tiles[TILE_NONE], tiles[TILE_NONE], 1, EVERYONE, JACKS),     /* unused, always 0 */
    SPAN(tiles[TILE_COACH], tiles[TILE_BOAT], 1, EVERYONE, EVERYONE), /* at large, only their total */
    SPAN(tiles_used, tiles_used, 1, EVERYONE, JACKS),
    SIGHT(letters_used, EVERYONE),
    SIGHT(letter_tonight, EVERYONE),
    SIGHT(false_held, EVERYONE),
    SIGHT(false_gained, NOBODY), /* only the rules need it; everybody saw the events */

    SIGHT(crossing, EVERYONE),
    SIGHT(crimes, EVERYONE),
    SPAN(crime[0], crime[2], 1, EVERYONE, EVERYONE),
    SPAN(crime[3], crime[4], 1, NOBODY, NOBODY),
    SIGHT(women, EVERYONE),
    SPAN(woman[0], woman[2], 1, EVERYONE, EVERYONE),
    SPAN(woman[3], woman[7], 1, NOBODY, NOBODY),
    SIGHT(marked, JACKS),
    SIGHT(wretched_count, EVERYONE),
    SPAN(wretched[0], wretched[1], 1, EVERYONE, EVERYONE),
    SPAN(wretched[2], wretched[4], 1, NOBODY, NOBODY),
    SIGHT(wretched_moved, EVERYONE),
    SIGHT(time_of_crime, EVERYONE),
    PATROL(0, HEADS),
    PATROL(1, HEADS),
    PATROL(2, EVERYONE),
    PATROL(3, HEADS),
    PATROL(4, HEADS),
    PATROL(5, HEADS),
    SIGHT(patrol[6].crossing, EVERYONE),
    SPAN(patrol[6].face, patrol[6].face_up, 1, NOBODY, NOBODY), /* no token, so no face */
    SPAN(false_clue[0], false_clue[1], 1, EVERYONE, EVERYONE),
    SIGHT(false_clue[2], NOBODY),
    SIGHT(false_clues, EVERYONE),
    SIGHT(clue_markers, EVERYONE),

    SPAN(heads[0], heads[1], 1, EVERYONE, ONLY_ALL), /* Whitehall has no Head tiles */
    SPAN(heads[2], heads[4], 1, ONLY_ALL, ONLY_ALL),
    SIGHT(head, EVERYONE),
    SIGHT(waiting, EVERYONE),
    SIGHT(turn, NOBODY), /* a view shows whose turn it is through `actors` */
    SIGHT(saucy, EVERYONE),
    SIGHT(graffito, EVERYONE),
    SIGHT(searching, EVERYONE),
    SIGHT(may_arrest, EVERYONE),
    SIGHT(powers_used, EVERYONE),
    SIGHT(smoker_used, EVERYONE),
    SIGHT(address_used, EVERYONE),
    SIGHT(unused, NOBODY),
};

enum { SIGHTS = COUNT(visibilities) };

START_TEST(every_byte_of_a_game_is_spoken_for)
{
    size_t at = 0;
    for (unsigned i = 0; i < SIGHTS; i++) {
        ck_assert_msg(visibilities[i].begin == at, "bytes %zu..%zu before %s have no row", at,
                      visibilities[i].begin, visibilities[i].name);
        at = visibilities[i].end;
    }
    size_t alignment = _Alignof(struct game);
    ck_assert_msg((at + alignment - 1) / alignment * alignment == sizeof(struct game),
                  "the last %zu bytes of a game have no row", sizeof(struct game) - at);
}
END_TEST

static void check_sight(const struct game *game, const struct visibility *sight, unsigned who)
{
    for (size_t at = sight->begin; at < sight->end; at++) {
        struct game other = *game;
        ((uint8_t *)&other)[at] ^= (uint8_t)sight->flip;
        for (unsigned viewer = 0; viewer < VIEWERS; viewer++) {
            struct view one = view_of(game, viewer), two = view_of(&other, viewer);
            bool changed = !same(&one, &two, sizeof(one));
            ck_assert_msg(changed == sees(who, viewer), "viewer %u %s byte %zu of %s", viewer,
                          changed ? "sees" : "does not see", at - sight->begin, sight->name);
        }
    }
}

START_TEST(each_viewer_sees_what_the_rules_say_at_whitechapel)
{
    struct game game = full_game(GAME_WHITECHAPEL, 0);
    check_sight(&game, &visibilities[_i], visibilities[_i].whitechapel);
}
END_TEST

START_TEST(each_viewer_sees_what_the_rules_say_with_a_murderer_at_large)
{
    struct game game = full_game(GAME_WHITEHALL, OPTION_MURDERER_AT_LARGE);
    check_sight(&game, &visibilities[_i], visibilities[_i].at_large);
}
END_TEST

/* ---- One secret at a time ---------------------------------------------------------------------- */

START_TEST(the_hideout_and_the_row_are_jacks_alone)
{
    unsigned viewer = (unsigned)_i;
    static const uint8_t empty[ROWS * CELLS] = {0};
    struct game game = full_game(GAME_WHITECHAPEL, 0);
    struct view view = view_of(&game, viewer);
    bool jack = sees(JACKS, viewer);
    ck_assert_uint_eq(view.hideout, jack ? 34 : 0);
    ck_assert_mem_eq(view.row, jack ? game.row[0] : empty, sizeof(empty));
    ck_assert_mem_eq(view.mark, jack ? game.mark[0] : empty, sizeof(empty));
}
END_TEST

START_TEST(women_are_public_and_their_marks_jacks)
{
    unsigned viewer = (unsigned)_i;
    struct game game = full_game(GAME_WHITECHAPEL, 0);
    struct view view = view_of(&game, viewer);
    ck_assert_uint_eq(view.women, 3);
    ck_assert_mem_eq(view.woman, game.woman, sizeof(view.woman));
    ck_assert_uint_eq(view.marked, sees(JACKS, viewer) ? game.marked : 0);
}
END_TEST

START_TEST(patrol_faces_are_the_heads_and_face_up_ones_everybodys)
{
    unsigned viewer = (unsigned)_i;
    static const uint8_t hidden[PATROLS] = {
        PAWN_NONE, PAWN_NONE, PAWN_GREEN, PAWN_NONE, PAWN_NONE, PAWN_NONE, PAWN_NONE,
    };
    static const uint8_t known[PATROLS] = {
        PAWN_BLUE, PAWN_FALSE, PAWN_GREEN, PAWN_RED, PAWN_YELLOW, PAWN_BROWN, PAWN_NONE,
    };
    struct game game = full_game(GAME_WHITECHAPEL, 0);
    struct view view = view_of(&game, viewer);
    ck_assert_mem_eq(view.patrol_face, sees(HEADS, viewer) ? known : hidden, PATROLS);
    ck_assert_mem_eq(view.patrol_crossing, ((uint8_t[]){10, 20, 30, 40, 50, 60, 0}), PATROLS);
    ck_assert_mem_eq(view.patrol_up, ((uint8_t[]){0, 0, 1, 0, 0, 0, 0}), PATROLS);
}
END_TEST

START_TEST(the_head_is_the_player_who_holds_tonights_pawn)
{
    struct game game = full_game(GAME_WHITECHAPEL, 0);
    game.head = PAWN_BROWN; /* held by seat 2 */
    ck_assert((view_knowledge(&game, viewers[OTHER]) & AUDIENCE_HEAD) != 0);
    ck_assert((view_knowledge(&game, viewers[HEAD]) & AUDIENCE_HEAD) == 0);
    game.head = PAWN_GREEN; /* held by seat 1, which also has yellow */
    ck_assert((view_knowledge(&game, viewers[OTHER]) & AUDIENCE_HEAD) == 0);
    ck_assert((view_knowledge(&game, viewers[HEAD]) & AUDIENCE_HEAD) != 0);
    game.head = 0; /* before the tile is turned over; 0 is also Jack's pawn, which is not a Head */
    ck_assert((view_knowledge(&game, viewers[HEAD]) & AUDIENCE_HEAD) == 0);
    ck_assert(
        (view_knowledge(&game, (struct viewer){VIEWER_DETECTIVE, PAWN_BIT(PAWN_JACK)}) & AUDIENCE_HEAD) == 0);
    ck_assert((view_knowledge(&game, viewers[POLICE]) & AUDIENCE_HEAD) != 0);
}
END_TEST

START_TEST(each_role_knows_its_audiences)
{
    unsigned viewer = (unsigned)_i;
    static const unsigned open[VIEWERS] = {
        [ONLOOKER] = AUDIENCE_EVERYONE | AUDIENCE_TILES,
        [OTHER] = AUDIENCE_EVERYONE | AUDIENCE_TILES,
        [HEAD] = AUDIENCE_EVERYONE | AUDIENCE_TILES | AUDIENCE_HEAD,
        [POLICE] = AUDIENCE_EVERYONE | AUDIENCE_TILES | AUDIENCE_HEAD,
        [JACK] = AUDIENCE_EVERYONE | AUDIENCE_TILES | AUDIENCE_JACK,
        [ALL] = KNOWN_TO_ALL,
    };
    struct game whitechapel = full_game(GAME_WHITECHAPEL, 0);
    struct game whitehall = full_game(GAME_WHITEHALL, OPTION_SMOKER);
    struct game at_large = full_game(GAME_WHITEHALL, OPTION_MURDERER_AT_LARGE);
    bool keeps = sees(JACKS, viewer);
    ck_assert_uint_eq(view_knowledge(&whitechapel, viewers[viewer]), open[viewer]);
    ck_assert_uint_eq(view_knowledge(&whitehall, viewers[viewer]), open[viewer]);
    ck_assert_uint_eq(view_knowledge(&at_large, viewers[viewer]),
                      keeps ? open[viewer] : open[viewer] & ~(unsigned)AUDIENCE_TILES);
    ck_assert_uint_eq(view_of(&whitechapel, viewer).knows, open[viewer]);
    ck_assert_uint_eq(view_of(&whitechapel, viewer).role, viewers[viewer].role);
}
END_TEST

START_TEST(no_view_shows_the_order_of_the_crimes)
{
    unsigned viewer = (unsigned)_i;
    struct game game = full_game(GAME_WHITECHAPEL, 0), other = game;
    memcpy(other.crime, (uint8_t[]){158, 146, 84}, 3);
    other.false_clue[0] = game.false_clue[1];
    other.false_clue[1] = game.false_clue[0];
    struct view one = view_of(&game, viewer), two = view_of(&other, viewer);
    ck_assert_mem_eq(one.crime, ((uint8_t[CRIMES_MAX]){84, 146, 158}), CRIMES_MAX);
    ck_assert_mem_eq(one.false_clue, ((uint8_t[FALSE_CLUES_MAX]){90, 92}), FALSE_CLUES_MAX);
    ck_assert_mem_eq(one.saucy, ((uint8_t[2]){20, 40}), 2);
    ck_assert_mem_eq(&one, &two, sizeof(one));
}
END_TEST

START_TEST(head_tiles_are_known_once_they_are_turned)
{
    unsigned round = (unsigned)_i;
    struct game game = full_game(GAME_WHITECHAPEL, 0);
    game.round = (uint8_t)round;
    for (unsigned turned = 0; turned < 2; turned++) {
        game.head = turned ? game.heads[round - 1] : 0;
        struct view view = view_of(&game, OTHER);
        uint8_t known[POLICEMEN_MAX] = {0};
        memcpy(known, game.heads, round - 1 + turned);
        ck_assert_uint_eq(view.heads_turned, round - 1 + turned);
        ck_assert_mem_eq(view.heads_known, known, sizeof(known));
        ck_assert_mem_eq(view.heads, (uint8_t[POLICEMEN_MAX]){0}, POLICEMEN_MAX);
    }
}
END_TEST

START_TEST(whitehall_has_no_head_tiles)
{
    struct game game = full_game(GAME_WHITEHALL, 0);
    game.head = 0;
    ck_assert_uint_eq(view_of(&game, POLICE).heads_turned, 0);
}
END_TEST

START_TEST(announced_discoveries_are_public_and_ascending_and_the_others_jacks)
{
    unsigned viewer = (unsigned)_i;
    struct game game = full_game(GAME_WHITEHALL, 0);
    struct view view = view_of(&game, viewer);
    bool jack = sees(JACKS, viewer);
    ck_assert_uint_eq(view.discoveries_found, 2);
    ck_assert_mem_eq(view.discovery_found, ((uint8_t[DISCOVERIES]){44, 120}), DISCOVERIES);
    ck_assert_mem_eq(view.discovery, jack ? game.discovery : (uint8_t[DISCOVERIES]){0}, DISCOVERIES);
}
END_TEST

START_TEST(the_track_is_public_from_the_crime_on)
{
    struct game game = full_game(GAME_WHITECHAPEL, 0);
    struct view view = view_of(&game, ONLOOKER);
    ck_assert_uint_eq(view.on_track, 1);
    ck_assert_uint_eq(view.first_cell, CELL_ONE);
    ck_assert_uint_eq(view.last_cell, 9);
    game.round = 3; /* no crime yet; the cells are still those of the previous night */
    view = view_of(&game, JACK);
    ck_assert_uint_eq(view.on_track, 0);
    ck_assert_uint_eq(view.first_cell, 0);
    ck_assert_uint_eq(view.last_cell, 0);
    ck_assert_mem_eq(view.special_cells, (uint8_t[CELLS]){0}, CELLS);
}
END_TEST

START_TEST(the_kind_of_a_special_move_is_public_where_tiles_lie_face_up)
{
    unsigned viewer = (unsigned)_i;
    uint8_t kinds[CELLS] = {[6] = TILE_COACH, [7] = TILE_COACH, [8] = TILE_ALLEY};
    uint8_t cells[CELLS] = {[6] = TILE_UNKNOWN, [7] = TILE_UNKNOWN, [8] = TILE_UNKNOWN};
    /* the bit that hides tiles in Whitehall is false_clues in Whitechapel, which hides nothing */
    struct game open = full_game(GAME_WHITECHAPEL, OPTION_FALSE_CLUES);
    struct game at_large = full_game(GAME_WHITEHALL, OPTION_MURDERER_AT_LARGE);
    struct view view = view_of(&open, viewer);
    ck_assert_mem_eq(view.special_cells, kinds, CELLS);
    ck_assert_mem_eq(view.tiles, open.tiles, TILE_COUNT);
    ck_assert_uint_eq(view.tiles_total, 5);
    view = view_of(&at_large, viewer);
    ck_assert_mem_eq(view.special_cells, sees(JACKS, viewer) ? kinds : cells, CELLS);
    ck_assert_uint_eq(view.tiles_total, 5);
}
END_TEST

START_TEST(at_large_all_kinds_of_tiles_look_the_same)
{
    unsigned viewer = (unsigned)_i;
    struct game game = full_game(GAME_WHITEHALL, OPTION_MURDERER_AT_LARGE), other = game;
    memcpy(other.tiles, (uint8_t[TILE_COUNT]){0, 1, 2, 2}, TILE_COUNT);
    memcpy(other.tiles_used, (uint8_t[TILE_COUNT]){0, 1, 1, 2}, TILE_COUNT);
    other.mark[1][8] = TILE_BOAT;
    struct view one = view_of(&game, viewer), two = view_of(&other, viewer);
    ck_assert(same(&one, &two, sizeof(one)) == !sees(JACKS, viewer));
}
END_TEST

START_TEST(when_the_game_is_over_everybody_sees_everything)
{
    unsigned viewer = (unsigned)_i;
    for (unsigned options = 0; options <= OPTION_MURDERER_AT_LARGE; options += OPTION_MURDERER_AT_LARGE) {
        struct game game = full_game(GAME_WHITEHALL, options);
        game.phase = PHASE_OVER;
        struct view all = view_of(&game, ALL);
        ck_assert_uint_eq(all.hideout, 34);
        ck_assert_mem_eq(all.heads, game.heads, sizeof(all.heads));
        struct view view = view_of(&game, viewer);
        ck_assert_uint_eq(view.knows, KNOWN_TO_ALL);
        view.role = all.role;
        view.pawns = all.pawns;
        ck_assert_mem_eq(&view, &all, sizeof(view));
    }
}
END_TEST

START_TEST(a_new_game_can_be_viewed)
{
    struct game game;
    memset(&game, 0, sizeof(game));
    game.seats = 2;
    game.round = 1;
    struct view view = view_of(&game, ALL);
    ck_assert_uint_eq(view.on_track, 0);
    ck_assert_uint_eq(view.heads_turned, 0);
    ck_assert_uint_eq(view.patrol_face[0], PAWN_NONE);
}
END_TEST

/* ---- Pawns and choices ------------------------------------------------------------------------- */

START_TEST(a_viewer_acts_for_their_own_pawns)
{
    const unsigned jack = PAWN_BIT(PAWN_JACK), green = PAWN_BIT(PAWN_GREEN), brown = PAWN_BIT(PAWN_BROWN),
                   three = PAWN_BIT(PAWN_YELLOW) | PAWN_BIT(PAWN_RED) | PAWN_BIT(PAWN_BLUE);
    struct game game = full_game(GAME_WHITECHAPEL, 0);
    ck_assert_uint_eq(view_pawns(&game, viewers[ONLOOKER]), 0);
    ck_assert_uint_eq(view_pawns(&game, viewers[HEAD]), PAWN_BIT(PAWN_YELLOW) | green);
    ck_assert_uint_eq(view_pawns(&game, viewers[OTHER]), PAWN_BIT(PAWN_RED) | PAWN_BIT(PAWN_BLUE) | brown);
    ck_assert_uint_eq(view_pawns(&game, viewers[POLICE]), three | green | brown);
    ck_assert_uint_eq(view_pawns(&game, viewers[JACK]), jack);
    ck_assert_uint_eq(view_pawns(&game, viewers[ALL]), jack | three | green | brown);
    ck_assert_uint_eq(view_of(&game, HEAD).pawns, PAWN_BIT(PAWN_YELLOW) | green);

    game = full_game(GAME_WHITEHALL, 0);
    game.seat_of[PAWN_GREEN] = game.seat_of[PAWN_BROWN] = SEATS_MAX;
    ck_assert_uint_eq(view_pawns(&game, viewers[POLICE]), three);
    ck_assert_uint_eq(view_pawns(&game, viewers[ALL]), jack | three);
}
END_TEST

START_TEST(a_detective_with_jacks_pawn_would_not_act_for_jack)
{
    struct game game = full_game(GAME_WHITECHAPEL, 0);
    ck_assert_uint_eq(view_pawns(&game, (struct viewer){VIEWER_DETECTIVE, PAWN_BIT(PAWN_JACK)}), 0);
}
END_TEST

static const struct setup three_players = {
    .game = GAME_WHITECHAPEL,
    .seats = 3,
    .pawns = {PAWN_BIT(PAWN_JACK), PAWN_BIT(PAWN_YELLOW) | PAWN_BIT(PAWN_GREEN),
              PAWN_BIT(PAWN_RED) | PAWN_BIT(PAWN_BLUE) | PAWN_BIT(PAWN_BROWN)},
    .heads = {PAWN_YELLOW, PAWN_RED, PAWN_BLUE, PAWN_GREEN, PAWN_BROWN},
};

START_TEST(choices_are_those_of_the_viewers_own_pawns)
{
    struct board *board = board_builtin(GAME_WHITECHAPEL);
    struct game game;
    ck_assert_ptr_nonnull(board);
    ck_assert_int_eq(game_new(board, &game, &three_players), ERROR_OK);
    struct viewed_legal *one = malloc(sizeof(*one)), *two = malloc(sizeof(*two));
    ck_assert(one != NULL && two != NULL);
    for (unsigned viewer = 0; viewer < VIEWERS; viewer++) {
        memset(one, 0xa5, sizeof(*one));
        memset(two, 0x5a, sizeof(*two));
        view_legal(board, &game, viewers[viewer], one);
        view_legal(board, &game, viewers[viewer], two);
        ck_assert_mem_eq(one, two, sizeof(*one)); /* nothing of the previous contents */
        bool jack = sees(JACKS, viewer);
        ck_assert_uint_eq(one->shown.kinds, jack ? ACTION_BIT(ACTION_HIDEOUT) : 0);
        ck_assert(set_is_empty(&one->shown.circles) == !jack);
    }
    free(one);
    free(two);
    board_free(board);
}
END_TEST

/* ---- Events ------------------------------------------------------------------------------------ */

static struct viewed_event event_seen(const struct game *game, unsigned viewer, const struct event *event)
{
    struct viewed_event viewed;
    memset(&viewed, 0xa5, sizeof(viewed));
    view_event(game, viewers[viewer], event, &viewed);
    return viewed;
}

/* Returns an event with every byte set to `fill` and every field present. */
static struct event full_event(unsigned kind, int fill)
{
    struct event event;
    memset(&event, fill, sizeof(event));
    event.kind = (uint8_t)kind;
    event.fields = EVENT_FIELD_BIT(EVENT_FIELD_COUNT) - 1;
    return event;
}

/* Written out a second time, so that a wrong offset in view.c is detected. */
static void copy_member(struct event *to, const struct event *from, unsigned field)
{
    switch ((enum event_field)field) {
#define COPY(name, key, member) \
    case EVENT_##name##_FIELD: \
        to->member = from->member; \
        break;
        EVENT_FIELD_TABLE(COPY)
#undef COPY
    case EVENT_FIELD_COUNT:
        break;
    }
}

/* Returns the event as seen by those who know `knowledge`. */
static struct event expected_event(const struct event *event, unsigned knowledge)
{
    struct event expected;
    memset(&expected, 0, sizeof(expected));
    expected.kind = event->kind;
    for (unsigned field = 0; field < EVENT_FIELD_COUNT; field++) {
        if ((event_audience((enum event_kind)event->kind, (enum event_field)field) & knowledge) != 0) {
            expected.fields |= EVENT_FIELD_BIT(field);
            copy_member(&expected, event, field);
        }
    }
    return expected;
}

START_TEST(an_event_shows_each_viewer_only_their_fields)
{
    struct game games[] = {
        full_game(GAME_WHITECHAPEL, 0),
        full_game(GAME_WHITEHALL, OPTION_MURDERER_AT_LARGE),
    };
    for (unsigned i = 0; i < 2; i++) {
        struct event event = full_event((unsigned)_i, 0x77);
        for (unsigned viewer = 0; viewer < VIEWERS; viewer++) {
            struct viewed_event viewed = event_seen(&games[i], viewer, &event);
            struct event expected = expected_event(&event, view_knowledge(&games[i], viewers[viewer]));
            ck_assert_mem_eq(&viewed.shown, &expected, sizeof(expected));
        }
    }
}
END_TEST

START_TEST(fields_an_event_does_not_have_are_not_shown)
{
    struct game game = full_game(GAME_WHITECHAPEL, 0);
    struct event event = full_event((unsigned)_i, 0x77);
    event.fields = 0;
    struct viewed_event viewed = event_seen(&game, ALL, &event);
    struct event expected;
    memset(&expected, 0, sizeof(expected));
    expected.kind = event.kind;
    ck_assert_mem_eq(&viewed.shown, &expected, sizeof(expected));
}
END_TEST

/* Checks both directions by hand for the most important secrets. */
START_TEST(secret_fields_reach_only_their_audience)
{
    static const struct {
        enum event_kind kind;
        enum event_field field;
        unsigned whitechapel, at_large;
    } secrets[] = {
        {EVENT_HIDEOUT, EVENT_CIRCLE_FIELD, JACKS, JACKS},
        {EVENT_WOMEN, EVENT_MARKED_FIELD, JACKS, JACKS},
        {EVENT_PATROLS, EVENT_PLACE_FIELD, HEADS, HEADS},
        {EVENT_KILL, EVENT_ORDER_FIELD, JACKS, JACKS},
        {EVENT_MOVE, EVENT_TO_FIELD, JACKS, JACKS},
        {EVENT_SPECIAL, EVENT_VIA_FIELD, JACKS, JACKS},
        {EVENT_SPECIAL, EVENT_TO_FIELD, JACKS, JACKS},
        {EVENT_SPECIAL, EVENT_TILE_FIELD, EVERYONE, JACKS},
        {EVENT_RECLAIM, EVENT_TILE_FIELD, EVERYONE, JACKS},
        {EVENT_DISCOVERIES, EVENT_CIRCLES_FIELD, JACKS, JACKS},
        {EVENT_SEARCH, EVENT_FOUND_FIELD, EVERYONE, EVERYONE},
        {EVENT_SHEET, EVENT_SHEET_FIELD, EVERYONE, EVERYONE},
    };
    struct game whitechapel = full_game(GAME_WHITECHAPEL, 0);
    struct game at_large = full_game(GAME_WHITEHALL, OPTION_MURDERER_AT_LARGE);
    for (unsigned i = 0; i < COUNT(secrets); i++) {
        struct event event = full_event(secrets[i].kind, 0x11);
        for (unsigned viewer = 0; viewer < VIEWERS; viewer++) {
            struct viewed_event open = event_seen(&whitechapel, viewer, &event);
            struct viewed_event closed = event_seen(&at_large, viewer, &event);
            uint32_t bit = EVENT_FIELD_BIT(secrets[i].field);
            ck_assert(((open.shown.fields & bit) != 0) == sees(secrets[i].whitechapel, viewer));
            ck_assert(((closed.shown.fields & bit) != 0) == sees(secrets[i].at_large, viewer));
        }
    }
}
END_TEST

START_TEST(an_event_is_shown_by_role_even_when_the_game_is_over)
{
    struct game running = full_game(GAME_WHITEHALL, OPTION_MURDERER_AT_LARGE), over = running;
    over.phase = PHASE_OVER;
    struct event event = full_event((unsigned)_i, 0x33);
    for (unsigned viewer = 0; viewer < VIEWERS; viewer++) {
        struct viewed_event one = event_seen(&running, viewer, &event);
        struct viewed_event two = event_seen(&over, viewer, &event);
        ck_assert_mem_eq(&one, &two, sizeof(one));
    }
}
END_TEST

START_TEST(an_event_of_unknown_kind_shows_nothing)
{
    struct game game = full_game(GAME_WHITECHAPEL, 0);
    struct event event = full_event(EVENT_KIND_COUNT, 0x33);
    ck_assert_uint_eq(event_seen(&game, ALL, &event).shown.fields, 0);
}
END_TEST

static TCase *game_case(void)
{
    TCase *games = tcase_create("games");
    tcase_add_test(games, every_byte_of_a_game_is_spoken_for);
    tcase_add_loop_test(games, each_viewer_sees_what_the_rules_say_at_whitechapel, 0, SIGHTS);
    tcase_add_loop_test(games, each_viewer_sees_what_the_rules_say_with_a_murderer_at_large, 0, SIGHTS);
    tcase_add_loop_test(games, the_hideout_and_the_row_are_jacks_alone, 0, VIEWERS);
    tcase_add_loop_test(games, women_are_public_and_their_marks_jacks, 0, VIEWERS);
    tcase_add_loop_test(games, patrol_faces_are_the_heads_and_face_up_ones_everybodys, 0, VIEWERS);
    tcase_add_test(games, the_head_is_the_player_who_holds_tonights_pawn);
    tcase_add_loop_test(games, each_role_knows_its_audiences, 0, VIEWERS);
    tcase_add_loop_test(games, no_view_shows_the_order_of_the_crimes, 0, VIEWERS);
    tcase_add_loop_test(games, head_tiles_are_known_once_they_are_turned, 1, 5);
    tcase_add_test(games, whitehall_has_no_head_tiles);
    tcase_add_loop_test(games, announced_discoveries_are_public_and_ascending_and_the_others_jacks, 0,
                        VIEWERS);
    tcase_add_test(games, the_track_is_public_from_the_crime_on);
    tcase_add_loop_test(games, the_kind_of_a_special_move_is_public_where_tiles_lie_face_up, 0, VIEWERS);
    tcase_add_loop_test(games, at_large_all_kinds_of_tiles_look_the_same, 0, VIEWERS);
    tcase_add_loop_test(games, when_the_game_is_over_everybody_sees_everything, 0, VIEWERS);
    tcase_add_test(games, a_new_game_can_be_viewed);
    return games;
}

/* ---- words ---- */

START_TEST(every_role_has_its_word)
{
    static const char *const words[VIEWER_ROLES] = {"public", "detective", "police", "jack", "all"};
    for (unsigned i = 0; i < VIEWER_ROLES; i++) {
        enum viewer_role role = VIEWER_ALL;
        ck_assert_str_eq(viewer_role_name((enum viewer_role)i), words[i]);
        ck_assert(viewer_role_from_name(words[i], &role));
        ck_assert_uint_eq(role, i);
    }
    enum viewer_role role;
    ck_assert(!viewer_role_from_name("Jack", &role) && !viewer_role_from_name("", &role));
}
END_TEST

START_TEST(a_viewer_is_found_by_role_or_by_a_colour_they_hold)
{
    const struct setup setup = {
        .game = GAME_WHITECHAPEL, .seats = 3, .pawns = {PAWN_BIT(PAWN_JACK), SEAT_ONE, SEAT_TWO}};
    static const struct {
        const char *word;
        struct viewer viewer;
    } known[] = {
        {"jack", {VIEWER_JACK, 0}},
        {"police", {VIEWER_POLICE, 0}},
        {"public", {VIEWER_PUBLIC, 0}},
        {"all", {VIEWER_ALL, 0}},
        {"yellow", {VIEWER_DETECTIVE, SEAT_ONE}},
        {"green", {VIEWER_DETECTIVE, SEAT_ONE}},
        {"brown", {VIEWER_DETECTIVE, SEAT_TWO}},
    };
    struct viewer viewer;
    for (size_t i = 0; i < COUNT(known); i++) {
        ck_assert_msg(viewer_from_name(known[i].word, &setup, &viewer), "%s", known[i].word);
        ck_assert_uint_eq(viewer.role, known[i].viewer.role);
        ck_assert_uint_eq(viewer.pawns, known[i].viewer.pawns);
    }
    const struct setup two = {.game = GAME_WHITEHALL, .seats = 1, .pawns = {SEAT_ONE}};
    ck_assert(!viewer_from_name("red", &two, &viewer));         /* nobody has it */
    ck_assert(!viewer_from_name("detective", &setup, &viewer)); /* ambiguous */
    ck_assert(!viewer_from_name("", &setup, &viewer) && !viewer_from_name("mauve", &setup, &viewer));
}
END_TEST

static TCase *word_case(void)
{
    TCase *words = tcase_create("words");
    tcase_add_test(words, every_role_has_its_word);
    tcase_add_test(words, a_viewer_is_found_by_role_or_by_a_colour_they_hold);
    return words;
}

static TCase *choice_case(void)
{
    TCase *choices = tcase_create("choices");
    tcase_add_test(choices, a_viewer_acts_for_their_own_pawns);
    tcase_add_test(choices, a_detective_with_jacks_pawn_would_not_act_for_jack);
    tcase_add_test(choices, choices_are_those_of_the_viewers_own_pawns);
    return choices;
}

static TCase *event_case(void)
{
    TCase *events = tcase_create("events");
    tcase_add_loop_test(events, an_event_shows_each_viewer_only_their_fields, 0, EVENT_KIND_COUNT);
    tcase_add_loop_test(events, fields_an_event_does_not_have_are_not_shown, 0, EVENT_KIND_COUNT);
    tcase_add_test(events, secret_fields_reach_only_their_audience);
    tcase_add_loop_test(events, an_event_is_shown_by_role_even_when_the_game_is_over, 0, EVENT_KIND_COUNT);
    tcase_add_test(events, an_event_of_unknown_kind_shows_nothing);
    return events;
}

int main(void)
{
    Suite *suite = suite_create("view");
    suite_add_tcase(suite, game_case());
    suite_add_tcase(suite, choice_case());
    suite_add_tcase(suite, word_case());
    suite_add_tcase(suite, event_case());
    return run_suite(suite);
}
