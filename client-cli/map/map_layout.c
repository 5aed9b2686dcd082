/*
 * map_layout.c: finding room for the labels.
 *
 * First every important place gets one cell, as close as possible to where it is. Then the labels grow in order of
 * importance as long as they touch no other label. So nothing important is ever missing, and almost everything can be
 * read.
 */
#include <string.h>

#include "client-cli/map/map_internal.h"

/* In order of importance. */
enum rank {
    RANK_CURSOR,
    RANK_CHOSEN,
    RANK_TARGET,
    RANK_PAWN,
    RANK_TOKEN, /* a circle with something on it */
    RANK_ROUTE,
    RANK_LIKELY, /* where Jack may be, with nothing else on it */
    RANK_CIRCLE,
    RANK_BORDER, /* crossings with a yellow or red border */
    RANK_CROSSING,
    RANK_COUNT
};

/* Forms of a label, from the longest to a single symbol. */
enum form { FORM_FULL, FORM_PLAIN, FORM_SIGNED, FORM_SHORT, FORM_SIGN };

/*
 * By rank: how far a label may be moved from its place (in columns; half as many rows), and the longest form it may take
 * before all other labels have one.
 */
static const struct {
    int reach;
    enum form first;
} ranks[RANK_COUNT] = {
    [RANK_CURSOR] = {8, FORM_SHORT},  [RANK_CHOSEN] = {8, FORM_SHORT}, [RANK_TARGET] = {8, FORM_SIGNED},
    [RANK_PAWN] = {8, FORM_SIGNED},   [RANK_TOKEN] = {8, FORM_SIGNED}, [RANK_ROUTE] = {4, FORM_SHORT},
    [RANK_LIKELY] = {2, FORM_SHORT},  [RANK_CIRCLE] = {2, FORM_SHORT}, [RANK_BORDER] = {2, FORM_SIGN},
    [RANK_CROSSING] = {1, FORM_SIGN},
};

/* At a smaller scale than this, empty crossings are not drawn. */
static const double crossings_from = 16.0; /* board units per column */

struct work {
    const struct map_frame *frame;
    const struct board *board;
    const struct map_symbols *symbols;
    const struct map_look *look;
    struct map_layout *layout;
    uint8_t rank[LABELS_MAX]; /* of each label */
};

/* ---- Ranks ----------------------------------------------------------------------------- */

static bool is_place(struct map_place left, struct map_place right)
{
    return left.number != 0 && left.kind == right.kind && left.number == right.number;
}

static unsigned flags_of(const struct work *work, struct map_place place)
{
    const struct map_look *look = work->look;
    bool circle = place.kind == END_CIRCLE;
    unsigned flags = 0;
    if (set_has(circle ? &look->target_circles : &look->target_crossings, place.number)) {
        flags |= CELL_TARGET;
    }
    if (set_has(circle ? &look->chosen_circles : &look->chosen_crossings, place.number)) {
        flags |= CELL_CHOSEN;
    }
    if (is_place(look->cursor, place)) {
        flags |= CELL_CURSOR;
    }
    if (set_has(circle ? &work->symbols->way_circles : &work->symbols->way_crossings, place.number)) {
        flags |= CELL_ROUTE;
    }
    return flags;
}

static enum rank rank_of(const struct work *work, struct map_place place)
{
    unsigned flags = flags_of(work, place);
    if ((flags & CELL_CURSOR) != 0) {
        return RANK_CURSOR;
    }
    if ((flags & CELL_CHOSEN) != 0) {
        return RANK_CHOSEN;
    }
    if ((flags & CELL_TARGET) != 0) {
        return RANK_TARGET;
    }
    if (place.kind == END_CROSSING && work->symbols->crossing[place.number].glyph != 0) {
        return RANK_PAWN;
    }
    const struct circle_symbols *circle = &work->symbols->circle[place.number];
    bool likely = place.kind == END_CIRCLE && circle->likely;
    if (place.kind == END_CIRCLE && circle->count > (likely ? 1U : 0U)) {
        return RANK_TOKEN;
    }
    if ((flags & CELL_ROUTE) != 0) {
        return RANK_ROUTE;
    }
    if (place.kind == END_CIRCLE) {
        return likely ? RANK_LIKELY : RANK_CIRCLE;
    }
    return work->board->crossing[place.number].colour == BORDER_PLAIN ? RANK_CROSSING : RANK_BORDER;
}

/* ---- Writing labels ----------------------------------------------------------------------------- */

static void write_glyph(struct map_label *label, uint32_t glyph, unsigned ink, unsigned flags)
{
    if (glyph != 0 && label->length < LABEL_CELLS_MAX) {
        label->cell[label->length++] =
            (struct cell){.glyph = glyph, .ink = (uint8_t)ink, .flags = (uint8_t)flags};
    }
}

static void write_word(struct map_label *label, const char *word, unsigned ink, unsigned flags)
{
    for (; *word != '\0'; word++) {
        write_glyph(label, (unsigned char)*word, ink, flags);
    }
}

static void write_number(struct map_label *label, unsigned number, unsigned ink, unsigned flags)
{
    for (unsigned unit = number >= 100 ? 100 : number >= 10 ? 10 : 1; unit > 0; unit /= 10) {
        write_glyph(label, '0' + number / unit % 10, ink, flags);
    }
}

/* A thing on a place keeps its own look; the cell beside it shows that the place can be picked. */
static void write_circle(const struct work *work, enum form form, unsigned flags, struct map_label *label)
{
    const struct circle_symbols *symbols = &work->symbols->circle[label->place.number];
    const struct place_style *style = style_of(work->board, label->place);
    unsigned ink = symbols->count > 0 ? symbols->mark[0].ink : style->ink;
    flags &= symbols->likely ? ~(unsigned)CELL_ROUTE : ~0U; /* the likelihood is more useful */
    if (form == FORM_SIGN) {
        write_glyph(label, symbols->count > 0 ? symbols->mark[0].glyph : style->alone, ink, flags);
        return;
    }
    for (unsigned i = symbols->count; i > 0; i--) { /* the most important one next to the number */
        if (i == 1 || form <= FORM_SIGNED) {
            write_glyph(label, symbols->mark[i - 1].glyph, symbols->mark[i - 1].ink, 0);
        }
    }
    write_glyph(label, form <= FORM_SIGNED ? style->left : 0, ink, flags);
    write_number(label, label->place.number, ink, flags);
    write_glyph(label, form <= FORM_SIGNED ? style->right : 0, ink, flags);
    if (form == FORM_FULL && symbols->move[0] != '\0') {
        write_glyph(label, ':', ink, flags);
        write_word(label, symbols->move, ink, flags);
    }
}

/* An empty crossing on a route is drawn as a dot of the route: there may be no room for others. */
static void write_crossing(const struct work *work, enum form form, unsigned flags, struct map_label *label)
{
    const struct map_mark *mark = &work->symbols->crossing[label->place.number];
    const struct place_style *style = style_of(work->board, label->place);
    bool stands = mark->glyph != 0, numbered = work->look->numbers_of_crossings && form <= FORM_SHORT;
    bool offered = (flags & (CELL_TARGET | CELL_CHOSEN | CELL_CURSOR)) != 0;
    bool badge =
        form <= FORM_SIGNED && (stands || (offered && !numbered)); /* a number is wide enough by itself */
    unsigned ink = stands ? mark->ink : style->ink;
    uint32_t bare = (flags & CELL_ROUTE) != 0 ? (uint32_t)GLYPH_ROUTE : style->alone;
    write_glyph(label, badge ? ' ' : 0, ink, flags);
    write_glyph(label, stands ? mark->glyph : bare, ink, stands && badge ? 0 : flags);
    if (numbered) {
        write_number(label, label->place.number, ink, flags);
    }
    write_glyph(label, badge ? ' ' : 0, ink, flags);
}

/* The cursor and picked places also get brackets, since there may be no colours. */
static void write_label(const struct work *work, enum form form, struct map_label *label)
{
    unsigned flags = flags_of(work, label->place);
    bool cursor = (flags & CELL_CURSOR) != 0, chosen = (flags & CELL_CHOSEN) != 0;
    bool brackets = form <= FORM_PLAIN && (cursor || chosen);
    label->length = 0;
    label->solid = form != FORM_SIGN;
    write_glyph(label, !brackets ? 0 : cursor ? '[' : '<', INK_KEY, flags);
    if (label->place.kind == END_CIRCLE) {
        write_circle(work, form, flags, label);
    } else {
        write_crossing(work, form, flags, label);
    }
    write_glyph(label, !brackets ? 0 : cursor ? ']' : '>', INK_KEY, flags);
}

/* ---- Finding room -------------------------------------------------------------------------------- */

static bool bit(const uint64_t *row, int x)
{
    return x >= 0 && x < MAP_COLUMNS_MAX && (row[x / 64] >> (x % 64) & 1U) != 0;
}

static void mark_cells(struct map_layout *layout, const struct map_label *label, bool taken)
{
    bool solid = label->solid || label->cell[0].glyph < 0x80; /* also for a single letter */
    bool sign = !solid && label->place.kind == END_CROSSING;
    for (int x = label->x; x < label->x + label->length; x++) {
        uint64_t mask = UINT64_C(1) << (x % 64);
        layout->taken[label->core.y][x / 64] &= ~mask;
        layout->solid[label->core.y][x / 64] &= ~mask;
        layout->sign[label->core.y][x / 64] &= ~mask;
        if (taken) {
            layout->taken[label->core.y][x / 64] |= mask;
            layout->solid[label->core.y][x / 64] |= solid ? mask : 0;
            layout->sign[label->core.y][x / 64] |= sign ? mask : 0;
        }
    }
}

static bool has_room(const struct work *work, const struct map_label *label, int x)
{
    const uint64_t *taken = work->layout->taken[label->core.y], *solid = work->layout->solid[label->core.y];
    if (x < 0 || x + label->length > work->frame->width) {
        return false;
    }
    for (int i = 0; i < label->length; i++) {
        if (bit(taken, x + i)) {
            return false;
        }
    }
    int end = x + label->length;
    bool crowded = bit(solid, x - 1) || bit(solid, end);
    if (label->solid && label->place.kind == END_CIRCLE) { /* "◆127" would read as a thing on 127 */
        crowded = crowded || bit(work->layout->sign[label->core.y], x - 1) ||
                  bit(work->layout->sign[label->core.y], end);
    }
    return !label->solid || !crowded;
}

/* Places the label around its core, centred as well as possible; returns false if there is no room. */
static bool settle(const struct work *work, struct map_label *label)
{
    int middle = label->core.x - label->length / 2;
    for (int aside = 0; aside <= label->length / 2; aside++) {
        for (int side = -1; side <= 1; side += 2) {
            int x = middle + side * aside;
            if (x <= label->core.x && x + label->length > label->core.x && has_room(work, label, x)) {
                label->x = x;
                return true;
            }
        }
    }
    return false;
}

/* Gives a label the longest form that has room, starting with `first`. The single symbol it already has always fits. */
static void grow(const struct work *work, struct map_label *label, enum form first)
{
    mark_cells(work->layout, label, false);
    for (unsigned form = first; form <= FORM_SIGN; form++) {
        write_label(work, (enum form)form, label);
        if (settle(work, label)) {
            break;
        }
    }
    mark_cells(work->layout, label, true);
}

/* ---- Layout ------------------------------------------------------------------------- */

/* Returns whether the symbol of an empty crossing would look like part of a number beside it. */
static bool touches_number(const struct work *work, enum rank rank, struct map_cell cell)
{
    const uint64_t *solid = work->layout->solid[cell.y];
    return rank >= RANK_BORDER && (bit(solid, cell.x - 1) || bit(solid, cell.x + 1));
}

/* Finds the free cell nearest to a place; returns false if none is close enough. */
static bool find_core(const struct work *work, struct map_cell own, enum rank rank, struct map_cell *core)
{
    int reach = ranks[rank].reach;
    int least = reach * reach + 1;
    for (int y = own.y - reach / 2; y <= own.y + reach / 2; y++) {
        for (int x = own.x - reach; x <= own.x + reach; x++) {
            int dx = x - own.x, dy = 2 * (y - own.y), far = dx * dx + dy * dy;
            struct map_cell cell = {x, y};
            if (far < least && frame_has(work->frame, cell) && !bit(work->layout->taken[y], x) &&
                !touches_number(work, rank, cell)) {
                least = far;
                *core = cell;
            }
        }
    }
    return least <= reach * reach;
}

static void add_label(struct work *work, struct map_place place, enum rank rank)
{
    struct place point = board_point(work->board, (struct end){place.kind, place.number});
    struct map_cell own = frame_cell(work->frame, point);
    struct map_layout *layout = work->layout;
    struct map_label *label = &layout->label[layout->count];
    if (layout->count == LABELS_MAX || !frame_has(work->frame, own) ||
        !find_core(work, own, rank, &label->core)) {
        return;
    }
    label->place = place;
    label->x = label->core.x;
    write_label(work, FORM_SIGN, label);
    mark_cells(layout, label, true);
    work->rank[layout->count++] = (uint8_t)rank;
}

static void add_rank(struct work *work, const uint8_t rank_of_circle[SET_LIMIT],
                     const uint8_t rank_of_crossing[SET_LIMIT], enum rank rank)
{
    for (unsigned i = 1; i <= work->board->circles; i++) {
        if (rank_of_circle[i] == rank) {
            add_label(work, (struct map_place){END_CIRCLE, (uint8_t)i}, rank);
        }
    }
    for (unsigned i = 1; i <= work->board->crossings; i++) {
        if (rank_of_crossing[i] == rank) {
            add_label(work, (struct map_place){END_CROSSING, (uint8_t)i}, rank);
        }
    }
}

/* Lets every label grow to `longest` or to the first form of its rank, whichever is longer. */
static void grow_all(const struct work *work, enum form longest)
{
    for (unsigned i = 0; i < work->layout->count; i++) {
        enum form first = ranks[work->rank[i]].first;
        grow(work, &work->layout->label[i], first < longest ? first : longest);
    }
}

/* A policeman on a crossing that can be picked needs his badge to stand out among the other choices. */
static void grow_pawns(const struct work *work)
{
    for (unsigned i = 0; i < work->layout->count; i++) {
        struct map_label *label = &work->layout->label[i];
        if (label->place.kind == END_CROSSING && work->symbols->crossing[label->place.number].glyph != 0) {
            grow(work, label, FORM_SIGNED);
        }
    }
}

void layout_make(const struct map_frame *frame, const struct board *board, const struct map_symbols *symbols,
                 const struct map_look *look, struct map_layout *layout)
{
    struct work work = {.frame = frame, .board = board, .symbols = symbols, .look = look, .layout = layout};
    uint8_t circle[SET_LIMIT] = {0}, crossing[SET_LIMIT] = {0};
    for (unsigned i = 1; i <= board->circles; i++) {
        circle[i] = (uint8_t)rank_of(&work, (struct map_place){END_CIRCLE, (uint8_t)i});
    }
    for (unsigned i = 1; i <= board->crossings; i++) {
        crossing[i] = (uint8_t)rank_of(&work, (struct map_place){END_CROSSING, (uint8_t)i});
    }
    memset(layout, 0, sizeof(*layout));
    for (unsigned rank = 0; rank <= RANK_CIRCLE; rank++) {
        add_rank(&work, circle, crossing, (enum rank)rank);
        if (rank == RANK_CHOSEN) { /* few and important now: other labels make room */
            grow_all(&work, FORM_SIGN);
            grow_all(&work, FORM_FULL);
        } else if (rank == RANK_TOKEN) {
            grow_pawns(&work);
            grow_all(&work, FORM_SIGN);
        }
    }
    grow_all(&work, FORM_SIGN); /* each to the form of its rank */
    add_rank(&work, circle, crossing, RANK_BORDER);
    if (frame->column_units <= crossings_from) {
        add_rank(&work, circle, crossing, RANK_CROSSING);
    }
    grow_all(&work, FORM_FULL);
}
