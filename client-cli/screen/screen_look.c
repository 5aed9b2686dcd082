/*
 * screen_look.c: the look cursor: finds any circle, tells what is known about it, and goes from neighbour to neighbour.
 *
 * Looking changes nothing in the game and is separate from picking: Esc puts the cursor back, Enter picks the circle if
 * that is possible.
 */
#include <stdio.h>
#include <stdlib.h>

#include "client-cli/language/language.h"
#include "client-cli/screen/screen_internal.h"
#include "client-cli/text/phrase.h"

/* ---- What is known about a circle --------------------------------------------------------------------- */

static void tell_neighbours(const struct board *board, unsigned circle, char *text, size_t capacity)
{
    unsigned count = set_count(&board->adjacent[circle]), index = 0;
    phrase_append(text, capacity, tr(" Next to "));
    SET_EACH (neighbour, &board->adjacent[circle]) {
        phrase_append(text, capacity, "%s%u",
                      index == 0           ? ""
                      : index + 1 == count ? tr(" and ")
                                           : ", ",
                      neighbour);
        index++;
    }
    phrase_append(text, capacity, ".");
}

static void tell_police(const struct board *board, const struct view *view, unsigned circle, char *text,
                        size_t capacity)
{
    const char *before = tr(" Police beside it: ");
    for (unsigned pawn = PAWN_YELLOW; pawn < PAWN_COUNT; pawn++) {
        if (view->crossing[pawn] != 0 && set_has(&board->beside[circle], view->crossing[pawn])) {
            phrase_append(text, capacity, "%s%s", before, title_pawn((enum pawn)pawn));
            before = ", ";
        }
    }
    if (before[0] == ',') {
        phrase_append(text, capacity, ".");
    }
}

/* How far it is from Jack's hideout: only his own view contains it. */
static void tell_way_home(const struct board *board, const struct view *view, unsigned circle, char *text,
                          size_t capacity)
{
    unsigned steps = view->hideout != 0 ? board->steps[circle][view->hideout] : BOARD_FAR;
    if (steps != BOARD_FAR && steps > 0) {
        phrase_append(text, capacity,
                      steps == 1 ? tr(" %u move from the hideout.") : tr(" %u moves from the hideout."),
                      steps);
    }
}

bool look_text(const struct screen *screen, char *text, size_t capacity)
{
    const struct view *view = screen_view(screen);
    bool at_table = screen_current_page(screen) == PAGE_TABLE;
    const struct map_view *map_view = at_table ? &screen->table.map_view : &screen->replay.map_view;
    struct map_place at = map_view->look.cursor;
    bool hide = at_table && screen->table.hide;
    if (view == NULL || !map_view->looks || at.kind != END_CIRCLE || at.number == 0) {
        return false;
    }
    map_view_describe(view, at, hide, text, capacity);
    text[0] = 'C';
    phrase_append(text, capacity, ".");
    unsigned move = map_view->look.searched[at.number];
    if (move != 0) {
        phrase_append(text, capacity, tr(" Searched at move %s: no clue."),
                      title_cell((enum game_kind)view->kind, cell_label(move - 1)).text);
    }
    tell_neighbours(map_view->board, at.number, text, capacity);
    tell_police(map_view->board, view, at.number, text, capacity);
    if (!hide) {
        tell_way_home(map_view->board, view, at.number, text, capacity);
    }
    return true;
}

/* ---- Keys -------------------------------------------------------------------------------------------- */

static void look_at(struct screen *screen, unsigned circle)
{
    struct map_view *map_view = screen_map_view(screen);
    if (!map_view->looks) {
        map_view->looks = true;
        map_view->before = map_view->look.cursor;
    }
    map_view_go_to(map_view, (struct map_place){END_CIRCLE, (uint8_t)circle});
}

/* Returns the circle with this number, or 0 if there is none. */
static unsigned circle_of(struct screen *screen, const char *number)
{
    char *end = NULL;
    unsigned long value = strtoul(number, &end, 10);
    bool good =
        end != number && *end == '\0' && value >= 1 && value <= screen_map_view(screen)->board->circles;
    return good ? (unsigned)value : 0;
}

static void follow_circle(struct screen *screen, const char *text)
{
    unsigned circle = circle_of(screen, text);
    if (circle != 0) {
        look_at(screen, circle);
    }
}

static void circle_typed(struct screen *screen, const char *text)
{
    unsigned circle = circle_of(screen, text);
    if (circle != 0) {
        look_at(screen, circle);
    } else {
        screen_notice(screen, false, TEXT("Circles are numbered from 1 to %u."),
                      screen_map_view(screen)->board->circles);
    }
}

static const struct typing find = {
    .prompt = TEXT("Find circle "), .done = circle_typed, .follow = follow_circle};

/* Begins at the circle under the cursor, or at one in the middle of the window. */
void look_press_find(struct screen *screen, const struct input_event *input)
{
    struct map_view *map_view = screen_map_view(screen);
    struct map_place at = map_view->look.cursor;
    (void)input;
    if (at.kind != END_CIRCLE || at.number == 0) {
        struct map_place none = {0};
        at = at.number != 0 ? map_step(map_view->board, at, &map_view->board->all_circles, NULL, 0, 0)
                            : map_view_middle(map_view);
        at = at.kind == END_CIRCLE
                 ? at
                 : map_step(map_view->board, none, &map_view->board->all_circles, NULL, 0, 0);
    }
    if (at.number != 0) {
        look_at(screen, at.number);
    }
    typing_begin(screen, &find, "");
}

void look_end(struct screen *screen)
{
    struct map_view *map_view = screen_map_view(screen);
    if (map_view->looks) {
        map_view->looks = false;
        map_view_go_to(map_view, map_view->before);
    }
}

bool look_input(struct screen *screen, const struct input_event *input)
{
    struct map_view *map_view = screen_map_view(screen);
    int dx = (input->key == INPUT_RIGHT) - (input->key == INPUT_LEFT);
    int dy = (input->key == INPUT_DOWN) - (input->key == INPUT_UP);
    if (!map_view->looks) {
        return false;
    }
    if (input->key == INPUT_ESCAPE || input->key == INPUT_BACKSPACE) {
        look_end(screen);
        return true;
    }
    if (input->key >= '1' && input->key <= '9') {
        char text[2] = {(char)input->key, '\0'};
        typing_begin(screen, &find, text);
        follow_circle(screen, text);
        return true;
    }
    if (dx == 0 && dy == 0) {
        return false;
    }
    struct map_place from = map_view->look.cursor;
    struct map_place to =
        map_step(map_view->board, from, &map_view->board->adjacent[from.number], NULL, dx, dy);
    if (to.number == from.number) {
        screen_notice(screen, true, TEXT("No neighbour of %u lies that way."), (unsigned)from.number);
    } else {
        look_at(screen, to.number);
    }
    return true;
}
