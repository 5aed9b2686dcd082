/*
 * screen_deduce.c: deduction help on the map: the key that cycles through it, requests to the server, popups.
 *
 * Nothing is requested while nothing is shown. While something is, it is requested again when the turn has changed or
 * the cursor has moved to another circle where Jack may be, at most once per tick.
 */
#include <stdio.h>
#include <string.h>

#include "client-cli/language/language.h"
#include "client-cli/report/report_deduction.h"
#include "client-cli/screen/screen_internal.h"
#include "common/base/error.h"

/* ---- On the map ---------------------------------------------------------------------------------- */

static void add_step(struct map_look *look, uint8_t from, uint8_t to)
{
    for (unsigned i = 0; i < look->steps; i++) {
        if (look->step[i].from == from && look->step[i].to == to) {
            return;
        }
    }
    if (look->steps < MAP_STEPS_MAX) {
        look->step[look->steps].from = from;
        look->step[look->steps].to = to;
        look->steps++;
    }
}

void deduce_show(struct map_look *look, const struct deduction *deduction, enum heat heat)
{
    memset(look->heat, 0, sizeof look->heat);
    look->steps = 0;
    if (deduction == NULL || heat == HEAT_OFF) {
        return;
    }
    deduction_levels(deduction, heat, look->heat);
    bool here = look->cursor.kind == END_CIRCLE && look->cursor.number == deduction->circle;
    for (unsigned i = 0; here && i < deduction->ways; i++) {
        const struct deduction_way *way = &deduction->way[i];
        for (unsigned at = 1; at < way->length; at++) {
            add_step(look, way->circle[at - 1], way->circle[at]);
        }
    }
}

unsigned deduce_circle(const struct map_look *look, const struct deduction *deduction)
{
    bool possible = look->cursor.kind == END_CIRCLE && deduction != NULL && deduction->full &&
                    set_has(&deduction->set[HEAT_NOW], look->cursor.number);
    return possible ? look->cursor.number : 0;
}

void deduce_scroll(struct map_view *map_view, const struct deduction *deduction, enum heat heat)
{
    uint8_t circle[SET_LIMIT];
    if (deduction_by_likelihood(deduction, heat, circle) > 0) {
        map_show(&map_view->look, map_view->window, map_view->board,
                 (struct map_place){END_CIRCLE, circle[0]});
    }
}

/* ---- At a table ---------------------------------------------------------------------------------- */

const struct deduction *deduce_at_table(const struct screen *screen)
{
    bool shown = screen->table.heat != HEAT_OFF && screen->model->has_deduction;
    return shown ? &screen->model->deduction : NULL;
}

/* Scrolls to a deduction that was just switched on, once it has arrived. */
void deduce_scroll_at_table(struct screen *screen)
{
    struct table_page_state *page = &screen->table;
    const struct deduction *deduction = deduce_at_table(screen);
    if (page->scroll_pending && deduction != NULL && deduction->turn_seq == screen->model->turn_seq) {
        page->scroll_pending = false;
        deduce_scroll(&page->map_view, deduction, page->heat);
    }
}

void deduce_tick(struct screen *screen)
{
    const struct model *model = screen->model;
    struct table_page_state *page = &screen->table;
    if (page->heat == HEAT_OFF || !model->has_view) {
        return;
    }
    unsigned circle = deduce_circle(&page->map_view.look, model->has_deduction ? &model->deduction : NULL);
    bool stale = !model->has_deduction || model->deduction.turn_seq != model->turn_seq;
    if (stale || (circle != 0 && model->deduction.circle != circle)) {
        play_deduce(screen->play, circle);
    }
}

/* If the server refused, switches deduction off and says why. */
void deduce_update(struct screen *screen)
{
    if (screen->table.heat != HEAT_OFF && screen->model->deduction_error[0] != '\0') {
        screen->table.heat = HEAT_OFF;
        screen_notice(screen, false, "%s", screen->model->deduction_error);
    }
}

/* The server refuses Jack, since this would tell him what the police know. */
static bool may_deduce(struct screen *screen)
{
    const struct view *view = &screen->model->view;
    bool jack = view->role == VIEWER_JACK && view->phase != PHASE_OVER;
    if (jack) {
        screen_notice(screen, false, "%s", error_sentence(ERROR_JACK_DEDUCES));
    }
    return !jack;
}

void deduce_press(struct screen *screen, const struct input_event *input)
{
    struct table_page_state *page = &screen->table;
    (void)input;
    if (!may_deduce(screen)) {
        return;
    }
    page->heat = (enum heat)((page->heat + 1) % HEAT_COUNT);
    page->scroll_pending = page->heat != HEAT_OFF;
    if (page->heat == HEAT_NOW) {
        play_deduce(screen->play, 0);
    } else if (page->heat == HEAT_OFF) {
        screen_notice(screen, true, TEXT("Deduction help is off."));
    }
}

/* ---- Popups -------------------------------------------------------------------------------------- */

static void add_line(void *context, const char *text)
{
    screen_popup_line(context, "%s", text);
}

void deduce_popup(struct screen *screen, enum command_kind kind, const struct deduction *deduction)
{
    if (kind == COMMAND_WHATIF) {
        screen_popup(screen, POPUP_TEXT, TEXT("Searches"), NULL);
        report_searches(deduction, add_line, screen);
    } else if (deduction->circle != 0) {
        screen_popup(screen, POPUP_TEXT, TEXT("Possible trails"), NULL);
        report_ways(deduction, add_line, screen);
    } else {
        screen_popup(screen, POPUP_TEXT, TEXT("Deduction help"), NULL);
        report_deduction(deduction, add_line, screen);
    }
}

void deduce_press_searches(struct screen *screen, const struct input_event *input)
{
    struct command command = {.kind = COMMAND_WHATIF};
    (void)input;
    if (may_deduce(screen)) {
        screen_do_command(screen, &command);
    }
}
