/*
 * panels_game.c: the state of a game in the column beside the map; see panels.h.
 *
 * Built from the view alone, which contains nothing that the viewer may not know.
 */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "client-cli/language/language.h"
#include "client-cli/screen/panels.h"
#include "client-cli/text/phrase.h"
#include "client-cli/text/sentences.h"
#include "common/base/array.h"

enum { LAST_MOVE = 15, WIDE_CELLS = 44, HURRY = 10 /* seconds */ };

static bool knows_jack(const struct view *view)
{
    return (view->knows & AUDIENCE_JACK) != 0;
}

/* ---- The move track ------------------------------------------------------------------------------ */

static enum tile special_at(const struct view *view, unsigned cell)
{
    return (enum tile)(view->on_track ? view->special_cells[cell] : TILE_NONE);
}

/* Returns the symbol of a cell: the crime or start, a move, a special move by its letter, or not used yet. */
static uint32_t cell_symbol(const struct view *view, unsigned cell)
{
    static const char tiles[] = {
        [TILE_COACH] = 'C', [TILE_ALLEY] = 'A', [TILE_BOAT] = 'B', [TILE_UNKNOWN] = '?'};
    if (!view->on_track || cell > view->last_cell || cell < view->first_cell) {
        return 0x00b7; /* · */
    }
    if (special_at(view, cell) != TILE_NONE) {
        return (uint32_t)tiles[special_at(view, cell)];
    }
    return cell == view->first_cell ? 0x25cf /* ● */ : 0x25a0 /* ■ */;
}

static void draw_track(struct panel *panel, const struct view *view)
{
    bool whitehall = view->kind == GAME_WHITEHALL;
    unsigned first = whitehall ? CELL_ONE : 0;
    int pitch = panel->window.width >= WIDE_CELLS ? 2 : 1;
    int y = panel->window.y + panel->row;
    if (panel->row + 2 > panel->window.height) {
        return;
    }
    for (unsigned cell = first; cell < CELLS; cell++) {
        int x = panel->window.x + (int)(cell - first) * pitch;
        int label = cell_label(cell);
        bool now = view->on_track && cell == view->last_cell;
        bool used = view->on_track && cell >= view->first_cell && cell <= view->last_cell;
        canvas_put(panel->canvas, x, y + 1, cell_symbol(view, cell), used ? INK_KEY : INK_DIM,
                   now ? CELL_CURSOR : 0);
        if (label % 5 == 0 || cell == 0) {
            (void)canvas_text(panel->canvas, x, y, 3, INK_DIM, 0,
                              title_cell((enum game_kind)view->kind, label).text);
        }
    }
    panel->row += 2;
}

static void write_track(struct panel *panel, const struct view *view)
{
    int label = cell_label(view->last_cell);
    if (!view->on_track) {
        return;
    }
    if (label <= 0) {
        panel_format(panel, INK_PLAIN, 0, tr("At %s, %d moves left."),
                     title_cell((enum game_kind)view->kind, label).text, LAST_MOVE - label);
    } else {
        panel_format(panel, INK_PLAIN, 0, tr("Move %d of %d."), label, LAST_MOVE);
    }
}

static void write_tiles(struct panel *panel, const struct view *view)
{
    struct sentence text = {""};
    phrase_add(&text, "%s", tr("Special moves: "));
    size_t none = strlen(text.text);
    if ((view->knows & AUDIENCE_TILES) != 0) {
        for (unsigned tile = TILE_COACH; tile < TILE_COUNT; tile++) {
            if (view->tiles[tile] > 0) {
                phrase_add(&text, "%s%u %s", strlen(text.text) > none ? ", " : "",
                           (unsigned)view->tiles[tile], title_tile((enum tile)tile));
            }
        }
    } else if (view->tiles_total > 0) {
        phrase_add(&text, tr("%u face down"), (unsigned)view->tiles_total);
    }
    phrase_add(&text, "%s", strlen(text.text) > none ? "." : tr("none left."));
    panel_wrap(panel, INK_PLAIN, 0, 2, text.text);
}

/* ---- The police ---------------------------------------------------------------------------------- */

/* Returns who plays a pawn: "Ann", "Bot 1", "bot for Ann". */
static struct sentence holder(const struct panel_facts *facts, unsigned pawn)
{
    for (unsigned i = 0; facts->table != NULL && i < facts->table->seats; i++) {
        const struct model_seat *seat = &facts->table->seat[i];
        if ((seat->pawns & PAWN_BIT(pawn)) != 0) {
            struct sentence text = {""};
            bool yours = (facts->view->pawns & PAWN_BIT(pawn)) != 0 && !facts->replay;
            phrase_add(&text, "%s%s", seat->substituted ? tr("bot for ") : "",
                       yours ? tr("you") : seat->name);
            return text;
        }
    }
    return (struct sentence){""};
}

/* Writes "Y > Yellow 124 Ann": whose turn it is (>), who has yet to act (-), the crossing, the player. */
static void write_policeman(struct panel *panel, const struct panel_facts *facts, unsigned pawn)
{
    static const char *const symbols[] = {[PAWN_YELLOW] = " Y ",
                                          [PAWN_RED] = " R ",
                                          [PAWN_BLUE] = " B ",
                                          [PAWN_GREEN] = " G ",
                                          [PAWN_BROWN] = " N "};
    const struct view *view = facts->view;
    char where[8] = "-";
    if (view->crossing[pawn] != 0) {
        (void)snprintf(where, sizeof where, "%u", (unsigned)view->crossing[pawn]);
    }
    bool acts = (view->actors & PAWN_BIT(pawn)) != 0;
    bool waits = (view->waiting & PAWN_BIT(pawn)) != 0;
    panel_symbol(panel, (enum ink)(INK_YELLOW + pawn - PAWN_YELLOW), symbols[pawn], acts ? CELL_BOLD : 0,
                 "%c %-6s %3s %s%s%s",
                 acts    ? '>'
                 : waits ? '-'
                         : ' ',
                 title_pawn((enum pawn)pawn), where, view->head == pawn ? tr("Head ") : "",
                 holder(facts, pawn).text,
                 (view->powers_used & PAWN_BIT(pawn)) != 0 ? tr(", power used") : "");
}

static void write_police(struct panel *panel, const struct panel_facts *facts)
{
    static const enum pawn whitehall[] = {PAWN_YELLOW, PAWN_BLUE, PAWN_RED};
    const struct view *view = facts->view;
    if (view->kind == GAME_WHITEHALL) { /* the order in which they move */
        for (size_t i = 0; i < COUNT(whitehall); i++) {
            write_policeman(panel, facts, whitehall[i]);
        }
        return;
    }
    for (unsigned pawn = PAWN_YELLOW; pawn < PAWN_COUNT; pawn++) {
        write_policeman(panel, facts, pawn);
    }
}

/* ---- Jack's sheet -------------------------------------------------------------------------------- */

/* Returns the circles of a row, with the letter of the special move that led there: "27 65C 84C 103". */
static struct sentence row_text(const struct view *view, unsigned round)
{
    static const char *const letters[] = {[TILE_COACH] = "C", [TILE_ALLEY] = "A", [TILE_BOAT] = "B"};
    struct sentence text = {""};
    for (unsigned cell = 0; cell < CELLS; cell++) {
        unsigned tile = view->mark[round][cell];
        if (view->row[round][cell] != 0) {
            phrase_add(&text, "%s%u%s", text.text[0] != '\0' ? " " : "", (unsigned)view->row[round][cell],
                       tile > TILE_NONE && tile < TILE_COUNT ? letters[tile] : "");
        }
    }
    return text;
}

static void discoveries_text(const struct view *view, struct sentence *text)
{
    struct set found = {{0}};
    for (unsigned i = 0; i < view->discoveries_found; i++) {
        set_add(&found, view->discovery_found[i]);
    }
    for (unsigned i = 0; i < DISCOVERIES; i++) {
        if (view->discovery[i] != 0) {
            phrase_add(text, " %u%s", (unsigned)view->discovery[i],
                       set_has(&found, view->discovery[i]) ? "*" : "");
        }
    }
}

static void write_jack(struct panel *panel, const struct panel_facts *facts)
{
    const struct view *view = facts->view;
    struct sentence text = {""};
    if (!knows_jack(view)) {
        return;
    }
    panel_gap(panel);
    if (facts->hide) {
        panel_line(panel, INK_DIM, 0, tr("Jack's sheet is hidden (x)"));
        return;
    }
    if (view->hideout != 0) {
        panel_symbol(panel, INK_JACK, "⌂", 0, tr("Hideout %u"), (unsigned)view->hideout);
    }
    discoveries_text(view, &text);
    if (text.text[0] != '\0') {
        panel_symbol(panel, INK_JACK, "☆", 0, tr("Discovery Locations%s"), text.text);
    }
    text = view->round >= 1 && view->round <= ROWS ? row_text(view, view->round - 1U) : text;
    if (view->on_track && text.text[0] != '\0') {
        panel_symbol(panel, INK_JACK, "J", 0, "%s", text.text);
    }
}

void panel_sheet(const struct view *view, void (*line)(void *context, const char *text), void *context)
{
    struct sentence text = {""};
    if (!knows_jack(view)) {
        line(context, tr("Only Jack can see his sheet. It is revealed at the end of the game."));
        return;
    }
    if (view->hideout != 0) {
        phrase_add(&text, tr("Hideout: %u"), (unsigned)view->hideout);
        line(context, text.text);
    }
    text = (struct sentence){""};
    phrase_add(&text, "%s", tr("Discovery Locations (* announced):"));
    size_t none = strlen(text.text);
    discoveries_text(view, &text);
    if (strlen(text.text) > none) {
        line(context, text.text);
    }
    for (unsigned round = 0; round < ROWS && round < view->round; round++) {
        struct sentence row = row_text(view, round);
        text = (struct sentence){""};
        phrase_round(&text, (enum game_kind)view->kind, round + 1);
        phrase_add(&text, ": %s", row.text[0] != '\0' ? row.text : tr("nothing yet"));
        text.text[0] = (char)toupper((unsigned char)text.text[0]);
        line(context, text.text);
    }
    line(context, tr("C, A, B: reached by Coach, Alley, Boat."));
}

/* ---- Things on the board ---------------------------------------------------------------------- */

static void write_numbers(struct panel *panel, enum ink ink, const char *symbol, const char *what,
                          const uint8_t *number, unsigned count)
{
    struct sentence text = {""};
    if (count == 0) {
        return;
    }
    phrase_numbers(&text, NULL, number, count);
    panel_symbol(panel, ink, symbol, 0, "%s %s", what, text.text);
}

static void write_set(struct panel *panel, enum ink ink, const char *symbol, const char *what,
                      const struct set *set)
{
    uint8_t number[SET_LIMIT];
    unsigned count = 0;
    SET_EACH (member, set) {
        number[count++] = (uint8_t)member;
    }
    write_numbers(panel, ink, symbol, what, number, count);
}

/* Uses the symbols of the map, which map_legend() explains. */
static void write_board(struct panel *panel, const struct view *view)
{
    static const char *const times[] = {"", "I", "II", "III", "IV", "V"};
    panel_gap(panel);
    bool hell = view->phase == PHASE_KILL || view->phase == PHASE_WRETCHED || view->phase == PHASE_REVEAL;
    if (hell && view->time_of_crime > 0 && view->time_of_crime <= 5) {
        panel_format(panel, INK_PLAIN, 0, tr("Time of the crime: %s"), times[view->time_of_crime]);
    }
    write_set(panel, INK_CLUE, "*", tr("Clues"), &view->clues);
    write_numbers(panel, INK_CRIME, "†", tr("Crime scenes"), view->crime, view->crimes);
    write_numbers(panel, INK_DISCOVERY, "★", tr("Discoveries"), view->discovery_found,
                  view->discoveries_found);
    write_numbers(panel, INK_WRETCHED, "♀", tr("The Wretched"), view->wretched, view->wretched_count);
    write_numbers(panel, INK_WOMAN, "?", tr("Women"), view->woman, view->women);
    write_numbers(panel, INK_FALSE_CLUE, "×", tr("False clues"), view->false_clue, view->false_clues);
    if (view->false_held > 0) {
        panel_format(panel, INK_PLAIN, 0, tr("False clues available: %u"), (unsigned)view->false_held);
    }
}

void panel_game(struct panel *panel, const struct panel_facts *facts)
{
    const struct view *view = facts->view;
    bool mine = (view->actors & view->pawns) != 0 && !facts->replay;
    panel_wrap(panel, view->phase == PHASE_OVER ? INK_GOOD : INK_TITLE, CELL_BOLD, 0,
               sentence_phase(view).text);
    if (view->phase != PHASE_OVER) {
        panel_wrap(panel, mine ? INK_GOOD : INK_PLAIN, mine ? CELL_BOLD : 0, 0, sentence_turn(view).text);
    }
    if (facts->has_clock) {
        panel_format(panel, facts->left < HURRY ? INK_BAD : INK_KEY, 0,
                     facts->clock.resumes > 0 ? tr("%s left, paused") : tr("%s left"),
                     title_time(facts->left).text);
        if (facts->is_long) {
            panel_wrap(panel, INK_DIM, 0, 0, model_clock_words(&facts->clock).text);
        }
    }
    panel_gap(panel);
    draw_track(panel, view);
    write_track(panel, view);
    if (facts->deduction != NULL) {
        panel_gap(panel);
        panel_deduction(panel, facts->deduction, facts->heat);
        panel_gap(panel);
    }
    if (facts->deduction == NULL) { /* with a deduction there is less room, and the police come first */
        write_tiles(panel, view);
        panel_gap(panel);
    }
    write_police(panel, facts);
    if (facts->deduction != NULL) {
        write_tiles(panel, view);
    }
    write_jack(panel, facts);
    write_board(panel, view);
}
