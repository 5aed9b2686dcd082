/* picture.c: see picture.h. From the bottom to the top: ground, streets, trails, circles, signs; then the captions. */
#include "common/picture/picture.h"

#include <stdio.h>
#include <string.h>

#include "common/base/utf8.h"
#include "common/picture/picture_internal.h"

enum { MARGIN = 44, HEADER = 84, LINE = 46, BADGE = 15, SQUARE = 5 };

static const char *const titles[GAME_KIND_COUNT] = {
    [GAME_WHITECHAPEL] = "Letters from Whitechapel",
    [GAME_WHITEHALL] = "Whitehall Mystery",
};

static const unsigned radii[GAME_KIND_COUNT] = {[GAME_WHITECHAPEL] = 12, [GAME_WHITEHALL] = 15};

/* How a pawn is shown: a letter on its colour. */
static const struct {
    char letter;
    const char *fill, *ink;
} badges[PAWN_COUNT] = {
    [PAWN_JACK] = {'J', "#33291d", "#fff8e8"},  [PAWN_YELLOW] = {'Y', "#e0a600", "#2b2218"},
    [PAWN_RED] = {'R', "#a3221a", "#fff8e8"},   [PAWN_BLUE] = {'B', "#1d5c92", "#fff8e8"},
    [PAWN_GREEN] = {'G', "#2f6b34", "#fff8e8"}, [PAWN_BROWN] = {'N', "#6b4326", "#fff8e8"},
};

struct place picture_place(const struct board *board, struct end end)
{
    return end.kind == END_CIRCLE     ? board->circle[end.number]
           : end.kind == END_CROSSING ? board->crossing[end.number]
                                      : board->joint[end.number];
}

/* ---- the board ---- */

struct bounds {
    int left, top, right, bottom;
};

static void widen(struct bounds *bounds, const struct place *place, unsigned count)
{
    for (unsigned i = 1; i <= count; i++) {
        bounds->left = place[i].x < bounds->left ? place[i].x : bounds->left;
        bounds->top = place[i].y < bounds->top ? place[i].y : bounds->top;
        bounds->right = place[i].x > bounds->right ? place[i].x : bounds->right;
        bounds->bottom = place[i].y > bounds->bottom ? place[i].y : bounds->bottom;
    }
}

static struct bounds bounds_of(const struct board *board)
{
    struct bounds bounds = {INT16_MAX, INT16_MAX, INT16_MIN, INT16_MIN};
    widen(&bounds, board->circle, board->circles);
    widen(&bounds, board->crossing, board->crossings);
    widen(&bounds, board->joint, board->joints);
    return (struct bounds){bounds.left - MARGIN, bounds.top - MARGIN, bounds.right + MARGIN,
                           bounds.bottom + MARGIN};
}

static void add_point(struct picture *picture, char command, struct end end)
{
    struct place place = picture_place(picture->board, end);
    picture_add(picture, "%c%d %d", command, place.x, place.y);
}

static void add_outlines(struct picture *picture, const char *look, const struct outline *outline,
                         unsigned count)
{
    if (count == 0) {
        return;
    }
    picture_add(picture, "<path %s d=\"", look);
    for (unsigned i = 0; i < count; i++) {
        for (unsigned k = 0; k < outline[i].count; k++) {
            add_point(picture, k == 0 ? 'M' : 'L', outline[i].end[k]);
        }
        picture_add(picture, "Z");
    }
    picture_add(picture, "\"/>\n");
}

static void add_lines(struct picture *picture, const char *look, const struct street *street, unsigned count)
{
    picture_add(picture, "<path fill=\"none\" stroke-linecap=\"round\" %s d=\"", look);
    for (unsigned i = 0; i < count; i++) {
        add_point(picture, 'M', street[i].end[0]);
        add_point(picture, 'L', street[i].end[1]);
    }
    picture_add(picture, "\"/>\n");
}

static void add_ground(struct picture *picture)
{
    const struct board *board = picture->board;
    add_outlines(picture, "fill=\"#a9c1c6\" stroke=\"#5f848c\" stroke-width=\"2\"", board->water,
                 board->waters);
    add_outlines(picture, "fill=\"#cdb98f\" stroke=\"#b9a477\" stroke-width=\"9\" stroke-linejoin=\"round\"",
                 board->house, board->houses);
    add_lines(picture, "stroke=\"#f6ecd4\" stroke-width=\"6\"", board->street, board->streets);
    if (board->blue_lines > 0) {
        add_lines(picture, "stroke=\"#5f848c\" stroke-width=\"4\" stroke-dasharray=\"1 8\"", board->blue_line,
                  board->blue_lines);
    }
}

static void add_crossings(struct picture *picture)
{
    static const char *const edges[] = {
        [BORDER_PLAIN] = "#f6ecd4", [BORDER_YELLOW] = "#e0a600", [BORDER_RED] = "#a3221a"};
    for (unsigned i = 1; i <= picture->board->crossings; i++) {
        const struct place *place = &picture->board->crossing[i];
        picture_add(picture,
                    "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"#33291d\" stroke=\"%s\" "
                    "stroke-width=\"%d\"/>\n",
                    place->x - SQUARE, place->y - SQUARE, 2 * SQUARE, 2 * SQUARE, edges[place->colour],
                    place->colour == BORDER_PLAIN ? 1 : 3);
    }
}

static void add_circles(struct picture *picture, unsigned radius)
{
    static const struct {
        const char *fill, *ink;
    } looks[] = {[CIRCLE_PLAIN] = {"#fffaf0", "#2b2218"},
                 [CIRCLE_WHITE] = {"#fffaf0", "#2b2218"},
                 [CIRCLE_RED] = {"#a3221a", "#fff8e8"},
                 [CIRCLE_BLACK] = {"#33291d", "#fff8e8"},
                 [CIRCLE_BLUE] = {"#1d5c92", "#fff8e8"}};
    for (unsigned i = 1; i <= picture->board->circles; i++) {
        const struct place *place = &picture->board->circle[i];
        unsigned size = i < 100 ? radius + radius / 8 : radius - radius / 16;
        picture_add(picture,
                    "<circle cx=\"%d\" cy=\"%d\" r=\"%u\" fill=\"%s\" stroke=\"#57452a\" stroke-width=\"2\"/>"
                    "<text x=\"%d\" y=\"%d\" font-size=\"%u\" fill=\"%s\">%u</text>\n",
                    place->x, place->y, radius, looks[place->colour].fill, place->x,
                    place->y + (int)(size * 36 / 100), size, looks[place->colour].ink, i);
    }
}

/* ---- signs beside circles ---- */

static void add_star(struct picture *picture, int x, int y, const char *fill)
{
    picture_add(picture,
                "<path fill=\"%s\" stroke=\"#33291d\" stroke-width=\"2\" d=\"M%d %dl4 9 10 1 -7 7 2 10 -9 -5 "
                "-9 5 2 -10 -7 -7 10 -1Z\"/>\n",
                fill, x, y - 15);
}

static void add_badge(struct picture *picture, int x, int y, int radius, const char *fill, const char *ink,
                      char sign)
{
    picture_add(picture,
                "<circle cx=\"%d\" cy=\"%d\" r=\"%d\" fill=\"%s\" stroke=\"#fff8e8\" stroke-width=\"2\"/>"
                "<text x=\"%d\" y=\"%d\" font-size=\"%d\" fill=\"%s\">%c</text>\n",
                x, y, radius, fill, x, y + radius * 2 / 5, radius + radius / 8, ink, sign);
}

static void add_clues(struct picture *picture, int off)
{
    SET_EACH (circle, &picture->clues) {
        const struct place *place = &picture->board->circle[circle];
        picture_add(
            picture,
            "<circle cx=\"%d\" cy=\"%d\" r=\"7\" fill=\"#ffcf33\" stroke=\"#33291d\" stroke-width=\"2\"/>\n",
            place->x + off, place->y + off);
    }
}

/* Where each night or round began: a crime, or the start. */
static void add_beginning(struct picture *picture, unsigned circle, unsigned round, int off)
{
    const struct place *place = &picture->board->circle[circle];
    add_badge(picture, place->x + off, place->y - off, 11, picture_colour(round), "#fff8e8",
              (char)('1' + round));
}

static void add_beginnings(struct picture *picture, int off)
{
    const struct view *view = &picture->view;
    for (unsigned round = 0; round < ROWS; round++) {
        unsigned circle = picture_first(view, round);
        if (circle != 0) {
            add_beginning(picture, circle, round, off);
        }
        for (unsigned cell = 1; cell < CELLS; cell++) {
            if (picture_is_second_crime(view, cell, round)) {
                add_beginning(picture, view->row[round][cell], round, off);
            }
        }
    }
}

static void add_targets(struct picture *picture, int off)
{
    const struct view *view = &picture->view;
    for (unsigned i = 0; view->kind == GAME_WHITEHALL && i < DISCOVERIES; i++) {
        const struct place *place = &picture->board->circle[view->discovery[i]];
        bool found = memchr(view->discovery_found, view->discovery[i], view->discoveries_found) != NULL;
        if (view->discovery[i] != 0) {
            add_star(picture, place->x - off, place->y - off, found ? "#e0a600" : "#fffaf0");
        }
    }
    if (view->hideout != 0) {
        const struct place *place = &picture->board->circle[view->hideout];
        picture_add(picture,
                    "<path fill=\"#5c1f78\" stroke=\"#fff8e8\" stroke-width=\"2\" d=\"M%d %dl14 12 -4 0 0 13 "
                    "-20 0 0 -13 -4 0Z\"/>\n",
                    place->x - off, place->y - off - 18);
    }
}

/* A ring around the circle of the last move, red if Jack was arrested there. */
static void add_end(struct picture *picture, int radius)
{
    const struct view *view = &picture->view;
    unsigned circle = view->round == 0 ? 0 : picture_last(view, view->round - 1U);
    if (circle != 0) {
        const struct place *place = &picture->board->circle[circle];
        picture_add(picture,
                    "<circle cx=\"%d\" cy=\"%d\" r=\"%d\" fill=\"none\" stroke=\"%s\" stroke-width=\"4\" "
                    "stroke-dasharray=\"%s\"/>\n",
                    place->x, place->y, radius + 12, view->reason == REASON_ARREST ? "#a3221a" : "#33291d",
                    view->reason == REASON_ARREST ? "none" : "5 4");
    }
}

/* ---- captions ---- */

static void add_name(struct picture *picture, int x, int y, const char *name)
{
    picture_add(picture, "<text x=\"%d\" y=\"%d\" font-size=\"24\" fill=\"#2b2218\" text-anchor=\"start\">",
                x, y + 8);
    picture_add_text(picture, name);
    picture_add(picture, "</text>\n");
}

/* The pawns and name of a seat; a star if it has won. */
static void add_seat(struct picture *picture, unsigned seat, int x, int y)
{
    const struct setup *setup = &picture->record->setup;
    bool jack = (setup->pawns[seat] & PAWN_BIT(PAWN_JACK)) != 0;
    for (unsigned pawn = 0; pawn < PAWN_COUNT; pawn++) {
        if ((setup->pawns[seat] & PAWN_BIT(pawn)) != 0) {
            add_badge(picture, x, y, BADGE, badges[pawn].fill, badges[pawn].ink, badges[pawn].letter);
            x += 2 * BADGE + 4;
        }
    }
    if (picture->view.winner == (jack ? WINNER_JACK : WINNER_POLICE)) {
        add_star(picture, x, y, "#e0a600");
        x += 2 * BADGE;
    }
    add_name(picture, x, y, picture->record->name[seat]);
}

/* The colours of the nights or rounds, on the right of the title. */
static void add_legend(struct picture *picture, int right, int y)
{
    unsigned rounds = ROWS;
    while (rounds > 0 && picture_first(&picture->view, rounds - 1) == 0) {
        rounds--;
    }
    for (unsigned round = 0; round < rounds; round++) {
        int x = right - (int)(rounds - round) * 78;
        picture_add(picture,
                    "<path stroke=\"%s\" stroke-width=\"6\" stroke-linecap=\"round\" d=\"M%d %dl44 0\"/>",
                    picture_colour(round), x + 14, y);
        add_badge(picture, x, y, 13, picture_colour(round), "#fff8e8", (char)('1' + round));
    }
}

static void add_captions(struct picture *picture, const struct bounds *bounds, int top)
{
    const struct setup *setup = &picture->record->setup;
    int width = bounds->right - bounds->left - 2 * MARGIN;
    picture_add(picture,
                "<text x=\"%d\" y=\"%d\" font-size=\"38\" fill=\"#2b2218\" text-anchor=\"start\" "
                "font-family=\"Georgia,'Times New Roman',serif\">%s</text>\n",
                bounds->left + MARGIN, top + 56, titles[setup->game]);
    add_legend(picture, bounds->right - MARGIN / 2, top + 44);
    for (unsigned seat = 0; seat < setup->seats; seat++) {
        add_seat(picture, seat, bounds->left + MARGIN + BADGE + (int)(seat % 2) * width / 2,
                 bounds->bottom + BADGE + (int)(seat / 2) * LINE);
    }
}

/* ---- the whole ---- */

static void draw(struct picture *picture)
{
    const struct setup *setup = &picture->record->setup;
    struct bounds bounds = bounds_of(picture->board);
    unsigned radius = radii[setup->game];
    int off = (int)radius + 4;
    int top = bounds.top - HEADER;
    int width = bounds.right - bounds.left;
    int height = bounds.bottom - top + (setup->seats + 1) / 2 * LINE;
    picture_add(
        picture,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"%d %d %d %d\" "
        "role=\"img\" font-family=\"sans-serif\" font-weight=\"600\" text-anchor=\"middle\">\n<title>%s: ",
        width, height, bounds.left, top, width, height, titles[setup->game]);
    for (unsigned seat = 0; seat < setup->seats; seat++) {
        picture_add(picture, seat == 0 ? "" : ", ");
        picture_add_text(picture, picture->record->name[seat]);
    }
    picture_add(picture, "</title>\n<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"#e2d3b2\"/>\n",
                bounds.left, top, width, height);
    add_ground(picture);
    picture_add_trails(picture);
    add_crossings(picture);
    add_circles(picture, radius);
    picture_add_rings(picture, radius);
    add_end(picture, (int)radius);
    add_clues(picture, off);
    add_targets(picture, off);
    add_beginnings(picture, off);
    add_captions(picture, &bounds, top);
    picture_add(picture, "</svg>\n");
}

static void note_clues(void *context, const struct game *game, const struct action *action,
                       const struct events *events)
{
    struct picture *picture = context;
    (void)action;
    (void)events;
    picture->clues = set_or(picture->clues, &game->clues);
}

static bool fail(struct record_error *error, enum error why, const char *sentence)
{
    *error = (struct record_error){.at = RECORD_AT_RESULT, .error = why};
    (void)snprintf(error->text, sizeof error->text, "%s", sentence);
    return false;
}

bool picture_write(const struct record *record, const struct board *board, struct buffer *out,
                   struct record_error *error)
{
    struct picture picture = {.out = out, .board = board, .record = record};
    struct game game;
    if (!record_fold(record, board, SIZE_MAX, &game, note_clues, &picture, error)) {
        return false;
    }
    if (game.phase != PHASE_OVER) {
        return fail(error, ERROR_NOT_FINISHED, "A game can be drawn once it is over.");
    }
    view_game(&game, (struct viewer){.role = VIEWER_ALL}, &picture.view);
    draw(&picture);
    return picture.full ? fail(error, ERROR_STORAGE, error_sentence(ERROR_STORAGE)) : true;
}
