/*
 * panels_players.c: one line with everyone at the table: whose turn it is, who plays what, who is away; see panels.h.
 */
#include <stdio.h>
#include <string.h>

#include "client-cli/language/language.h"
#include "client-cli/screen/panels.h"
#include "client-cli/text/phrase.h"
#include "common/base/array.h"

enum { GAP = 2 };

struct writing {
    struct canvas *canvas; /* NULL: only measure */
    int x, y, right;
    int name_columns; /* longer names are cut */
};

static void write_text(struct writing *writing, int limit, enum ink ink, unsigned flags, const char *text)
{
    int columns = canvas_columns(text);
    columns = columns < limit ? columns : limit;
    if (writing->canvas != NULL && writing->x < writing->right) {
        int room = writing->right - writing->x;
        (void)canvas_text(writing->canvas, writing->x, writing->y, columns < room ? columns : room, ink,
                          flags, text);
    }
    writing->x += columns;
}

/* Writes the letters of the pawns, as on the map. */
static void write_pawns(struct writing *writing, unsigned pawns)
{
    static const char *const letters[PAWN_COUNT] = {"J", "Y", "R", "B", "G", "N"};
    for (unsigned pawn = PAWN_JACK; pawn < PAWN_COUNT; pawn++) {
        if ((pawns & PAWN_BIT(pawn)) != 0) {
            enum ink ink = pawn == PAWN_JACK ? INK_JACK : (enum ink)(INK_YELLOW + pawn - PAWN_YELLOW);
            write_text(writing, 1, ink, CELL_BOLD, letters[pawn]);
        }
    }
}

/* Adds " (you, Head, away)": what applies to a seat. */
static void write_remarks(struct writing *writing, const struct panel_facts *facts,
                          const struct model_seat *seat)
{
    const struct view *view = facts->view;
    bool head =
        view->head > PAWN_JACK && view->head < PAWN_COUNT && (seat->pawns & PAWN_BIT(view->head)) != 0;
    const struct {
        bool applies;
        const char *text;
    } remarks[] = {
        {!facts->replay && (view->pawns & seat->pawns) != 0, TEXT("you")},
        {head && view->phase != PHASE_OVER, TEXT("Head")},
        {!facts->replay && seat->bot[0] != '\0', seat->substituted ? TEXT("stand-in") : TEXT("bot")},
        {!facts->replay && !seat->connected && !seat->absent && seat->bot[0] == '\0', TEXT("away")},
        {!facts->replay && seat->absent && seat->bot[0] == '\0', TEXT("away for a while")},
    };
    struct sentence text = {""};
    if (!facts->replay && model_is_away(seat) && seat->bot[0] == '\0') {
        phrase_add(&text, " (%s", model_away(seat).text);
    }
    for (size_t i = 0; i < COUNT(remarks); i++) {
        if (remarks[i].applies) {
            phrase_add(&text, "%s%s", text.text[0] == '\0' ? " (" : ", ", tr(remarks[i].text));
        }
    }
    if (text.text[0] != '\0') {
        phrase_add(&text, ")");
        write_text(writing, SENTENCE_MAX, INK_DIM, 0, text.text);
    }
}

static void write_seat(struct writing *writing, const struct panel_facts *facts,
                       const struct model_seat *seat)
{
    bool acts = (facts->view->actors & seat->pawns) != 0 && facts->view->phase != PHASE_OVER;
    write_text(writing, 1, INK_GOOD, CELL_BOLD, acts ? "▸" : " ");
    write_pawns(writing, seat->pawns);
    write_text(writing, 1, INK_PLAIN, 0, " ");
    write_text(writing, writing->name_columns, acts ? INK_GOOD : INK_PLAIN, acts ? CELL_BOLD : 0, seat->name);
    write_remarks(writing, facts, seat);
    writing->x += GAP;
}

/* Writes "3 watching", or who that is if there is room. */
static void write_watchers(struct writing *writing, const struct model_table *table)
{
    struct sentence text = {""};
    if (table->watchers == 0) {
        return;
    }
    phrase_add(&text, tr("%u watching"), table->watchers);
    struct sentence names = text;
    phrase_add(&names, ": %s", model_watchers(table).text);
    bool roomy = table->watchers_named > 0 && writing->x + canvas_columns(names.text) <= writing->right;
    write_text(writing, SENTENCE_MAX, INK_DIM, 0, roomy ? names.text : text.text);
}

static void write_all(struct writing *writing, const struct panel_facts *facts)
{
    for (unsigned i = 0; i < facts->table->seats; i++) {
        if (facts->table->seat[i].pawns != 0) {
            write_seat(writing, facts, &facts->table->seat[i]);
        }
    }
    write_watchers(writing, facts->table);
}

void panel_players(struct canvas *canvas, struct map_window window, const struct panel_facts *facts)
{
    static const int limits[] = {32, 20, 12, 8, 5, 3};
    struct writing writing = {.y = window.y};
    for (size_t i = 0; i < COUNT(limits); i++) { /* the longest names that fit */
        writing.x = window.x;
        writing.right = window.x + window.width;
        writing.name_columns = limits[i];
        write_all(&writing, facts);
        if (writing.x <= writing.right) {
            break;
        }
    }
    canvas_fill(canvas, window.x, window.y, window.width, 1, INK_PLAIN);
    writing.canvas = canvas;
    writing.x = window.x;
    write_all(&writing, facts);
}
