/*
 * screen_table_choice.c: choosing on the map of a game: what can be picked, moving the cursor, picking.
 */
#include <stdlib.h>

#include "client-cli/language/language.h"
#include "client-cli/screen/screen_internal.h"

/* ---- What can be picked -------------------------------------------------------------------------- */

static struct set occupied(const struct view *view)
{
    struct set set = {{0}};
    for (unsigned pawn = PAWN_YELLOW; pawn < PAWN_COUNT; pawn++) {
        if (view->crossing[pawn] != 0) {
            set_add(&set, view->crossing[pawn]);
        }
    }
    return set;
}

/* Adds the route between two circles to the preview. */
static void add_route(struct map_look *look, const struct board *board, unsigned from, unsigned to,
                      const struct set *blocked)
{
    struct map_place way[MAP_ROUTE_MAX];
    unsigned count = from != 0 && to != 0 ? map_route(board, from, to, blocked, way) : 0;
    for (unsigned i = 0; i < count && look->route_length < MAP_ROUTE_MAX; i++) {
        look->route[look->route_length++] = way[i];
    }
}

/* Previews a move, which avoids policemen, or a coach, which does not, as far as it has been picked. */
static void preview(struct table_page_state *page)
{
    const struct choice *choice = &page->choice;
    struct map_look *look = &page->map_view.look;
    struct set blocked = occupied(&choice->view);
    struct set nobody = {{0}};
    look->route_length = 0;
    if (choice->chosen < 0 || choice->picks == 0) {
        return;
    }
    unsigned here = map_view_pawn_place(&choice->view, PAWN_JACK).number;
    enum action_kind kind = choice->item[choice->chosen].kind;
    if (kind == ACTION_MOVE) {
        add_route(look, choice->board, here, choice->pick[0], &blocked);
    } else if (kind == ACTION_COACH) {
        add_route(look, choice->board, here, choice->pick[0], &nobody);
        add_route(look, choice->board, choice->pick[0], choice->picks > 1 ? choice->pick[1] : 0, &nobody);
    }
}

static bool is_target(const struct map_look *look, struct map_place place)
{
    return set_has(place.kind == END_CIRCLE ? &look->target_circles : &look->target_crossings, place.number);
}

void table_targets(struct screen *screen)
{
    struct table_page_state *page = &screen->table;
    struct map_look *look = &page->map_view.look;
    look->target_circles = look->target_crossings = (struct set){{0}};
    look->chosen_circles = look->chosen_crossings = (struct set){{0}};
    look->route_length = 0;
    look->hide_secrets = page->hide;
    look->numbers_of_crossings = false;
    if (!page->chooses || page->hide || page->choice.items == 0) {
        return;
    }
    choice_targets(&page->choice, &look->target_circles, &look->target_crossings);
    choice_picked(&page->choice, &look->chosen_circles, &look->chosen_crossings);
    preview(page);
    look->numbers_of_crossings = !set_is_empty(&look->target_crossings);
    if (page->choice.complete || is_target(look, look->cursor)) {
        return;
    }
    struct map_place here = map_view_pawn_place(&page->choice.view, page->choice.focus);
    struct end announced = screen->model->announced;
    if (here.number == 0 && announced.number != 0) { /* not on the map yet: begin where something happened */
        here = (struct map_place){announced.kind, announced.number};
    }
    struct map_place nearest = map_view_nearest(&page->map_view, here.number != 0 ? here : look->cursor);
    if (nearest.number != 0) {
        map_view_go_to(&page->map_view, nearest);
    }
}

/* ---- Going to a place and picking it ------------------------------------------------------------------ */

bool table_picks_crossings(const struct screen *screen)
{
    const struct map_look *look = &screen->table.map_view.look;
    return set_is_empty(&look->target_circles) && !set_is_empty(&look->target_crossings);
}

bool table_go_to(struct screen *screen, const char *number)
{
    struct map_view *map_view = &screen->table.map_view;
    bool crossing = table_picks_crossings(screen);
    unsigned long last = crossing ? map_view->board->crossings : map_view->board->circles;
    char *end = NULL;
    unsigned long value = strtoul(number, &end, 10);
    if (end == number || *end != '\0' || value < 1 || value > last) {
        return false;
    }
    map_view_go_to(map_view, (struct map_place){crossing ? END_CROSSING : END_CIRCLE, (uint8_t)value});
    return true;
}

void table_pick(struct screen *screen, struct map_place place)
{
    struct table_page_state *page = &screen->table;
    if (page->hide) {
        screen_notice(screen, false, TEXT("Jack's secrets are hidden. Press x to show them."));
        return;
    }
    if (!choice_pick(&page->choice, place)) {
        char why[200];
        choice_why_not(&page->choice, place, why, sizeof why);
        screen_notice(screen, false, "%s", why);
    }
    table_targets(screen);
}
