/*
 * twins_compare.c: compares what a viewer is shown of two games, byte for byte.
 *
 * Everything a viewer receives after an action is written into one text: each event, their number, the view,
 * the choices, whether the action can be undone, and the responses to some actions of theirs that the rules
 * may reject. The texts of both games must be equal for everybody who may not know what differs. Who may know
 * what is implemented here a second time, from docs/rules.md and not from view.c.
 */
#include <stdarg.h>
#include <string.h>

#include "common/wire/wire.h"
#include "tests/support/c/twins_internal.h"

enum { OUTPUT_MAX = 1 << 16, PROBES = 2 };

struct output {
    size_t length;
    bool full;
    char text[OUTPUT_MAX];
};

/* ---- what differs, and who may know it ---- */

static unsigned differs(enum twins_secret secret, const void *left, const void *right, size_t size)
{
    return memcmp(left, right, size) != 0 ? SECRET_BIT(secret) : 0;
}

#define DIFFERS(secret, member) differs(secret, first->member, second->member, sizeof first->member)

unsigned twins_differences(const struct twins *twins)
{
    const struct game *first = &twins->first.game;
    const struct game *second = &twins->second.game;
    unsigned mask = DIFFERS(SECRET_PATROL_FACES, patrol) | DIFFERS(SECRET_ROW, row) |
                    DIFFERS(SECRET_CRIME_ORDER, crime) | DIFFERS(SECRET_HEADS_PILE, heads) |
                    DIFFERS(SECRET_DISCOVERIES, discovery) | DIFFERS(SECRET_TILE_KINDS, mark) |
                    DIFFERS(SECRET_TILE_KINDS, tiles) | DIFFERS(SECRET_TILE_KINDS, tiles_used);
    mask |= first->hideout != second->hideout ? SECRET_BIT(SECRET_HIDEOUT) : 0;
    mask |= first->marked != second->marked ? SECRET_BIT(SECRET_WOMEN_MARKS) : 0;
    return mask;
}

/* Of those, the ones that concern the current night; old rows and orders are no longer interesting. */
static unsigned differences_tonight(const struct twins *twins)
{
    const struct game *first = &twins->first.game;
    unsigned row = first->round - 1U;
    unsigned mask = twins_differences(twins);
    if (memcmp(first->row[row], twins->second.game.row[row], CELLS) == 0) {
        mask &= ~(SECRET_BIT(SECRET_ROW) | SECRET_BIT(SECRET_CRIME_ORDER));
    }
    return first->round == 3 ? mask : mask & ~SECRET_BIT(SECRET_CRIME_ORDER);
}

/* Returns true if the public state is the same in both games. */
static bool public_state_is_alike(const struct twins *twins)
{
    const struct game *first = &twins->first.game;
    struct game second = twins->second.game;
    for (unsigned i = 0; i < PATROLS; i++) {
        if (first->patrol[i].face_up == 0) {
            second.patrol[i].face = first->patrol[i].face;
        }
    }
    memcpy(second.row, first->row, sizeof second.row);
    memcpy(second.mark, first->mark, sizeof second.mark);
    memcpy(second.crime, first->crime, sizeof second.crime);
    memcpy(second.heads, first->heads, sizeof second.heads);
    memcpy(second.discovery, first->discovery, sizeof second.discovery);
    memcpy(second.tiles, first->tiles, sizeof second.tiles);
    memcpy(second.tiles_used, first->tiles_used, sizeof second.tiles_used);
    second.hideout = first->hideout;
    second.marked = first->marked;
    return memcmp(first, &second, sizeof second) == 0;
}

/* Returns the rows of the table that a viewer counts for now, as a mask of 1 << enum twins_viewer. */
static unsigned rows_of(const struct game *game, struct viewer viewer)
{
    unsigned rows = 0;
    switch ((enum viewer_role)viewer.role) {
    case VIEWER_PUBLIC:
        return 1U << TWINS_PUBLIC;
    case VIEWER_POLICE:
        return 1U << TWINS_POLICE;
    case VIEWER_JACK:
        return 1U << TWINS_JACK;
    default:
        break;
    }
    if (game->head != 0 && (viewer.pawns & PAWN_BIT(game->head)) != 0) {
        return 1U << (TWINS_HEAD + game->head - PAWN_YELLOW);
    }
    for (int pawn = PAWN_YELLOW; pawn < PAWN_COUNT; pawn++) {
        if ((viewer.pawns & PAWN_BIT(pawn)) != 0) {
            rows |= 1U << (TWINS_OTHER + pawn - PAWN_YELLOW);
        }
    }
    return rows;
}

static unsigned secrets_known(unsigned rows)
{
    unsigned heads = ((1U << TWINS_OTHER) - 1) | 1U << TWINS_POLICE;
    if ((rows & 1U << TWINS_JACK) != 0) {
        return ~(SECRET_BIT(SECRET_PATROL_FACES) | SECRET_BIT(SECRET_HEADS_PILE));
    }
    return (rows & heads) != 0 ? SECRET_BIT(SECRET_PATROL_FACES) : 0;
}

/* ---- actions that may be refused ---- */

/* Returns a circle that matters in one of the games, where a careless refusal would give something away. */
static unsigned revealing_circle(struct twins *twins)
{
    const struct truth *truth = random_below(&twins->random, 2) == 0 ? &twins->first : &twins->second;
    const struct game *game = &truth->game;
    const uint8_t *row = game->row[game->round - 1];
    unsigned circle = 0;
    switch (random_below(&twins->random, 4)) {
    case 0:
        circle = game->kind == GAME_WHITECHAPEL ? game->hideout
                                                : game->discovery[random_below(&twins->random, DISCOVERIES)];
        break;
    case 1:
        circle = row[game->last_cell];
        break;
    case 2:
        circle = row[random_below(&twins->random, game->last_cell + 1U)];
        break;
    default:
        break;
    }
    return circle != 0 ? circle : random_member(&twins->board->all_circles, &twins->random);
}

static unsigned telling_crossing(struct twins *twins)
{
    unsigned crossing = twins->first.game.patrol[random_below(&twins->random, PATROLS)].crossing;
    return crossing != 0 && random_below(&twins->random, 2) == 0
               ? crossing
               : random_member(&twins->board->all_crossings, &twins->random);
}

/* Returns an action of one of these pawns with all its fields, legal or not. */
static struct action make_probe(struct twins *twins, unsigned pawns)
{
    struct random *random = &twins->random;
    unsigned by = 0;
    do {
        by = random_below(random, PAWN_COUNT);
    } while ((pawns & PAWN_BIT(by)) == 0);
    unsigned kind = 1 + random_below(random, ACTION_RESIGN - 1);
    uint32_t fields = action_fields_required((enum action_kind)kind);
    struct action probe = {.by = (uint8_t)by, .kind = (uint8_t)kind};
    bool on_streets = kind == ACTION_WALK || kind == ACTION_RUSH;
    probe.circle = (fields & FIELD_BIT(FIELD_CIRCLE)) != 0 || kind == ACTION_ARREST
                       ? (uint8_t)revealing_circle(twins)
                       : 0;
    probe.crossing = (fields & FIELD_BIT(FIELD_CROSSING)) != 0 ? (uint8_t)telling_crossing(twins) : 0;
    probe.from = (fields & FIELD_BIT(FIELD_FROM)) != 0 ? (uint8_t)revealing_circle(twins) : 0;
    probe.via = (fields & FIELD_BIT(FIELD_VIA)) != 0 ? (uint8_t)revealing_circle(twins) : 0;
    if ((fields & FIELD_BIT(FIELD_TO)) != 0) {
        probe.to = (uint8_t)(on_streets ? telling_crossing(twins) : revealing_circle(twins));
    }
    probe.pawn = (fields & FIELD_BIT(FIELD_PAWN)) != 0 ? PAWN_BROWN : 0;
    probe.letter = (fields & FIELD_BIT(FIELD_LETTER)) != 0 ? LETTER_DEAR_BOSS : 0;
    probe.tile = (fields & FIELD_BIT(FIELD_TILE)) != 0 ? TILE_ALLEY : 0;
    if ((fields & (FIELD_BIT(FIELD_CIRCLES) | FIELD_BIT(FIELD_MARKED) | FIELD_BIT(FIELD_PLACE) |
                   FIELD_BIT(FIELD_MOVES))) != 0) {
        probe.count = 1;
        probe.list[0] = (uint8_t)revealing_circle(twins);
    }
    return probe;
}

/* ---- what a viewer is shown ---- */

static void put(struct output *output, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void put(struct output *output, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    int length = vsnprintf(output->text + output->length, OUTPUT_MAX - output->length, format, list);
    va_end(list);
    output->length += length > 0 ? (size_t)length : 0;
    if (length < 0 || output->length >= OUTPUT_MAX) {
        output->length = OUTPUT_MAX - 1;
        output->full = true;
    }
}

static struct json_writer begin_part(const struct output *output)
{
    struct json_writer writer;
    json_write_begin(&writer, (char *)output->text + output->length, OUTPUT_MAX - output->length);
    return writer;
}

static void end_part(struct output *output, const struct json_writer *writer)
{
    output->full = output->full || !json_write_ok(writer);
    output->length += writer->length;
    put(output, "\n");
}

static void tell(const struct twins *twins, const struct truth *truth, struct viewer viewer,
                 const struct events *events, struct output *output)
{
    const struct game *game = &truth->game;
    struct view view;
    struct viewed_legal legal;
    struct viewed_event event;
    output->length = 0;
    output->full = false;
    put(output, "%u events, undo %d\n", events->count, game_undoable(game, &truth->log[truth->count - 1]));
    for (unsigned i = 0; i < events->count; i++) {
        struct json_writer writer = begin_part(output);
        view_event(game, viewer, &events->item[i], &event);
        wire_event(&writer, NULL, &event);
        end_part(output, &writer);
    }
    struct json_writer writer = begin_part(output);
    view_game(game, viewer, &view);
    wire_view(&writer, NULL, &view);
    end_part(output, &writer);
    writer = begin_part(output);
    view_legal(twins->board, game, viewer, &legal);
    wire_legal(&writer, NULL, &legal);
    end_part(output, &writer);
}

static void answer(const struct twins *twins, const struct game *game, const struct action *probe,
                   struct output *output)
{
    struct game copy = *game;
    struct events events = {0};
    enum error error = game_apply(twins->board, &copy, probe, &events);
    put(output, "%s %s\n", error_code(error), error_sentence(error));
}

/* Reports the first lines in which the two texts differ. */
static void report_difference(struct twins *twins, const char *who, const struct action *action,
                              const struct output *first, const struct output *second)
{
    size_t at = 0;
    while (first->text[at] != '\0' && first->text[at] == second->text[at]) {
        at++;
    }
    size_t from = at > 60 ? at - 60 : 0;
    twins->report->result = TWINS_LEAK;
    snprintf(twins->report->text, sizeof twins->report->text,
             "%s, after %s by %s in %s (action %u):\n  ...%.160s\n  ...%.160s", who,
             action_name((enum action_kind)action->kind), pawn_name((enum pawn)action->by),
             phase_name((enum phase)twins->first.game.phase), twins->first.count, first->text + from,
             second->text + from);
}

static const char *name_of(unsigned rows)
{
    static const char *const names[] = {"a Head", "a detective", "a spectator", "the police", "Jack"};
    unsigned row = (unsigned)__builtin_ctz(rows);
    return names[row < TWINS_OTHER ? 0 : row < TWINS_PUBLIC ? 1 : row - TWINS_PUBLIC + 2];
}

static void compare_for(struct twins *twins, struct viewer viewer, unsigned rows, const struct action *action,
                        const struct events *first, const struct events *second)
{
    static struct output left;
    static struct output right;
    tell(twins, &twins->first, viewer, first, &left);
    tell(twins, &twins->second, viewer, second, &right);
    unsigned pawns = view_pawns(&twins->first.game, viewer);
    for (unsigned i = 0; pawns != 0 && i < PROBES; i++) {
        struct action probe = make_probe(twins, pawns);
        answer(twins, &twins->first.game, &probe, &left);
        answer(twins, &twins->second.game, &probe, &right);
    }
    twins->looks++;
    if (left.full || right.full) {
        twins->report->result = TWINS_BROKEN;
        snprintf(twins->report->text, sizeof twins->report->text, "the output of a viewer did not fit");
    } else if (left.length != right.length || memcmp(left.text, right.text, left.length) != 0) {
        report_difference(twins, name_of(rows), action, &left, &right);
    }
}

/* Records that these secrets differed while a viewer of these rows was looking. */
static void note_seen(struct twins *twins, unsigned rows, unsigned secrets)
{
    for (unsigned secret = 0; secret < SECRET_COUNT; secret++) {
        for (unsigned row = 0; (secrets & SECRET_BIT(secret)) != 0 && row < TWINS_VIEWERS; row++) {
            if ((rows & 1U << row) != 0) {
                twins->seen[secret][row] = 1;
            }
        }
    }
}

void twins_compare(struct twins *twins, unsigned differed, const struct action *action,
                   const struct events *first, const struct events *second)
{
    const struct game *game = &twins->first.game;
    unsigned differ = differed | twins_differences(twins);
    unsigned tonight = differences_tonight(twins);
    struct viewer viewers[SEATS_MAX + 2] = {{VIEWER_PUBLIC, 0}, {VIEWER_POLICE, 0}};
    unsigned count = 2;
    for (unsigned seat = 0; seat < game->seats; seat++) {
        bool jack = seat == game->seat_of[PAWN_JACK];
        viewers[count++] = (struct viewer){.role = jack ? VIEWER_JACK : VIEWER_DETECTIVE,
                                           .pawns = (uint8_t)game_seat_pawns(game, seat)};
    }
    for (unsigned i = 0; i < count && twins->report->result == TWINS_ALIKE; i++) {
        unsigned rows = rows_of(game, viewers[i]);
        if ((differ & secrets_known(rows)) != 0) {
            continue;
        }
        compare_for(twins, viewers[i], rows, action, first, second);
        note_seen(twins, rows, tonight);
    }
    if (twins->report->result == TWINS_ALIKE && !public_state_is_alike(twins)) {
        twins->report->result = TWINS_BROKEN;
        snprintf(twins->report->text, sizeof twins->report->text, "the truths differ in something public");
    }
}
