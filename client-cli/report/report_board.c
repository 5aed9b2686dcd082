/* report_board.c: the map as lines, and the surroundings of a circle in words; see report.h. */
#include <string.h>

#include "client-cli/language/language.h"
#include "client-cli/map/map.h"
#include "client-cli/report/report.h"
#include "client-cli/text/phrase.h"
#include "common/base/array.h"

enum { MAP_WIDTH = 100, MAP_HEIGHT = 40, PART_WIDTH = 60, PART_HEIGHT = 16, PART_ZOOM = 4 };

/* Draws and prints a map of this size. */
static void report_map(struct report report, struct map_window window, const struct board *board,
                       const struct view *view, const struct map_look *look, bool ascii)
{
    struct canvas canvas = {0};
    char line[4 * MAP_WIDTH + 1];
    if (!canvas_resize(&canvas, window.width, window.height)) {
        report.line(report.context, tr("Out of memory."));
        return;
    }
    map_draw(&canvas, window, board, view, look);
    for (int y = 0; y < canvas.height; y++) {
        (void)canvas_line(&canvas, y, ascii, line, sizeof line);
        report.line(report.context, line);
    }
    canvas_free(&canvas);
}

/* Writes a symbol as it is drawn, in ASCII if needed. */
static void draw_symbol(const char *symbol, bool ascii, char *shown, size_t capacity)
{
    struct canvas canvas = {0};
    shown[0] = '\0';
    if (canvas_resize(&canvas, canvas_columns(symbol), 1)) {
        (void)canvas_text(&canvas, 0, 0, canvas.width, INK_PLAIN, 0, symbol);
        (void)canvas_line(&canvas, 0, ascii, shown, capacity);
    }
    canvas_free(&canvas);
}

/* Writes what the symbols mean, as many per line as fit the width of the map. */
static void report_legend(struct report report, enum game_kind game, bool ascii)
{
    struct sentence line = {.text = ""};
    for (const struct map_symbol *symbol = map_legend(game); symbol->symbol != NULL; symbol++) {
        char shown[64];
        draw_symbol(symbol->symbol, ascii, shown, sizeof shown);
        int needed = canvas_columns(line.text) + canvas_columns(shown) + canvas_columns(tr(symbol->meaning));
        if (line.text[0] != '\0' && needed > MAP_WIDTH) {
            report.line(report.context, line.text);
            line.text[0] = '\0';
        }
        phrase_add(&line, "%s%s %s;", line.text[0] != '\0' ? " " : "", shown, tr(symbol->meaning));
    }
    report.line(report.context, line.text);
}

void report_board(struct report report, const struct board *board, const struct view *view, bool ascii)
{
    struct map_window window = {0, 0, MAP_WIDTH, MAP_HEIGHT};
    struct map_look look = {0};
    report_map(report, window, board, view, &look, ascii);
    report_legend(report, board->game, ascii);
}

/* ---- A circle ---------------------------------------------------------------------------- */

static const char *colour_word(unsigned colour)
{
    static const char *const words[] = {
        [CIRCLE_PLAIN] = "",
        [CIRCLE_RED] = TEXT(", red"),
        [CIRCLE_WHITE] = TEXT(", white"),
        [CIRCLE_BLACK] = "",
        [CIRCLE_BLUE] = TEXT(", blue, on the water"),
    };
    return colour < COUNT(words) ? tr(words[colour]) : "";
}

static bool is_listed(const uint8_t *list, unsigned count, unsigned number)
{
    return memchr(list, (int)number, count) != NULL;
}

/* Adds what is on a circle, as far as this viewer knows. */
static void add_tokens(struct sentence *line, const struct view *view, unsigned circle)
{
    const struct {
        bool there;
        const char *word;
    } tokens[] = {
        {set_has(&view->clues, circle), TEXT("a clue")},
        {is_listed(view->crime, view->crimes, circle), TEXT("a crime scene")},
        {is_listed(view->woman, view->women, circle), TEXT("a woman")},
        {is_listed(view->wretched, view->wretched_count, circle), TEXT("one of the Wretched")},
        {is_listed(view->false_clue, view->false_clues, circle), TEXT("a false clue")},
        {is_listed(view->discovery_found, view->discoveries_found, circle), TEXT("a discovery")},
        {view->hideout == circle, TEXT("the hideout")},
    };
    for (size_t i = 0; i < COUNT(tokens); i++) {
        if (tokens[i].there) {
            phrase_add(line, ", %s", tr(tokens[i].word));
        }
    }
}

static unsigned policeman_on(const struct view *view, unsigned crossing)
{
    for (unsigned pawn = PAWN_YELLOW; view != NULL && pawn < PAWN_COUNT; pawn++) {
        if (view->crossing[pawn] == crossing) {
            return pawn;
        }
    }
    return 0;
}

static void report_numbers(struct report report, const char *before, const struct set *set)
{
    struct sentence line = {.text = ""};
    unsigned count = set_count(set);
    unsigned index = 0;
    phrase_add(&line, "%s ", before);
    SET_EACH (number, set) {
        phrase_joint(&line, index++, count, tr(" and "));
        phrase_add(&line, "%u", number);
    }
    phrase_add(&line, ".");
    if (count > 0) {
        report.line(report.context, line.text);
    }
}

static void report_crossings(struct report report, const struct board *board, const struct view *view,
                             unsigned circle)
{
    struct sentence line = {.text = ""};
    unsigned count = set_count(&board->beside[circle]);
    unsigned index = 0;
    phrase_add(&line, "%s", tr("Next to it: "));
    SET_EACH (crossing, &board->beside[circle]) {
        unsigned pawn = policeman_on(view, crossing);
        phrase_joint(&line, index++, count, tr(" and "));
        phrase_add(&line, tr("crossing %u"), crossing);
        if (pawn != 0) {
            phrase_add(&line, " (%s)", title_pawn((enum pawn)pawn));
        }
    }
    phrase_add(&line, ".");
    report.line(report.context, line.text);
}

void report_around(struct report report, const struct board *board, const struct view *view, unsigned circle,
                   bool ascii)
{
    struct map_window window = {0, 0, PART_WIDTH, PART_HEIGHT};
    struct map_look look = {.numbers_of_crossings = true};
    struct sentence line = {.text = ""};
    phrase_add(&line, tr("Circle %u%s"), circle, colour_word(board->circle[circle].colour));
    if (view != NULL) {
        add_tokens(&line, view, circle);
    }
    phrase_add(&line, ".");
    report.line(report.context, line.text);
    report_numbers(report, tr("Streets lead to"), &board->adjacent[circle]);
    report_numbers(report, tr("Alleys lead to"), &board->alley[circle]);
    report_numbers(report, tr("Boats go to"), &board->boat[circle]);
    report_crossings(report, board, view, circle);
    map_zoom(&look, window, board, PART_ZOOM);
    map_show(&look, window, board, (struct map_place){END_CIRCLE, (uint8_t)circle});
    report_map(report, window, board, view, &look, ascii);
}
