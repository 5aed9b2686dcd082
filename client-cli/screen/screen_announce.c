/*
 * screen_announce.c: announces what happens: lines over the upper edge of the map, until the next key.
 *
 * Nothing waits for an announcement and none is timed: the last few stay until the player presses a key, so that
 * everybody can read them at their own pace. They say what the log says, and only what this viewer was sent.
 */
#include <stdio.h>
#include <string.h>

#include "client-cli/language/language.h"
#include "client-cli/screen/screen_internal.h"
#include "common/base/array.h"

/* Which events are announced, and how; `found` is 0 or 1, or ANY. */
enum { ANY = 2, SMALL_ROWS = 2, ROOMY_HEIGHT = 30 };

static const struct {
    enum event_kind kind;
    int found;
    enum ink ink;
} rows[] = {
    {EVENT_NIGHT, ANY, INK_TITLE},
    {EVENT_KILL, ANY, INK_CRIME},
    {EVENT_WAIT, ANY, INK_TITLE},
    {EVENT_VICTIMS, ANY, INK_WRETCHED},
    {EVENT_ALARM, ANY, INK_TITLE},
    {EVENT_SPECIAL, ANY, INK_JACK},
    {EVENT_LETTER, ANY, INK_WRETCHED},
    {EVENT_ESCAPE, ANY, INK_JACK},
    {EVENT_SEARCH, 1, INK_CLUE},
    {EVENT_SEARCH, 0, INK_PATROL},
    {EVENT_ARREST, 1, INK_GOOD},
    {EVENT_ARREST, 0, INK_BAD},
    {EVENT_ADDRESS, ANY, INK_CLUE},
    {EVENT_SMOKER, ANY, INK_CLUE},
    {EVENT_FALSE_CLUE, ANY, INK_FALSE_CLUE},
    {EVENT_START, ANY, INK_DISCOVERY},
    {EVENT_DISCOVERY, ANY, INK_DISCOVERY},
    {EVENT_REVEAL, ANY, INK_PATROL},
    {EVENT_RESIGN, ANY, INK_BAD},
    {EVENT_OVER, ANY, INK_GOOD},
};

static bool find_ink(const struct event *event, enum ink *ink)
{
    for (size_t i = 0; i < COUNT(rows); i++) {
        if (rows[i].kind == (enum event_kind)event->kind &&
            (rows[i].found == ANY || rows[i].found == (event->found != 0))) {
            *ink = rows[i].ink;
            return true;
        }
    }
    return false;
}

/* The result is also said from the player's side: "You win!" */
static const char *outcome(const struct screen *screen, const struct event *event)
{
    unsigned mine = model_my_pawns(screen->model);
    if (event->kind != EVENT_OVER || mine == 0) {
        return "";
    }
    bool jack = (mine & PAWN_BIT(PAWN_JACK)) != 0;
    return jack == (event->result.winner == WINNER_JACK) ? tr("You win! ") : tr("You lose. ");
}

static void add(struct announcements *announcements, enum ink ink, const char *before, const char *text)
{
    if (announcements->count == ANNOUNCEMENTS_MAX) {
        memmove(&announcements->line[0], &announcements->line[1],
                sizeof announcements->line - sizeof announcements->line[0]);
        announcements->count--;
    }
    struct announcement *line = &announcements->line[announcements->count++];
    line->ink = ink;
    (void)snprintf(line->text, sizeof line->text, "%s%s", before, text);
}

/* Shows the place on the map, unless the player is choosing or looking at another one. */
static void show_place(struct screen *screen)
{
    struct table_page_state *page = &screen->table;
    struct end place = screen->model->announced;
    if (place.number != 0 && page->choice.items == 0 && !page->map_view.looks && !page->hide &&
        page->map_view.placed) {
        map_show(&page->map_view.look, page->map_view.window, page->map_view.board,
                 (struct map_place){place.kind, place.number});
    }
}

void announce_update(struct screen *screen)
{
    const struct model *model = screen->model;
    struct announcements *announcements = &screen->table.announcements;
    if (strcmp(announcements->table, model->table.id) != 0) {
        *announcements = (struct announcements){.seen = model->pushed};
        (void)snprintf(announcements->table, sizeof announcements->table, "%s", model->table.id);
        screen->table.own = (struct map_notes){0};
        screen->table.points = model->points;
        show_place(screen);
        return;
    }
    bool any = announcements->seen != model->pushed || screen->table.points != model->points;
    screen->table.points = model->points;
    if (model->pushed - announcements->seen > MODEL_PUSHED_MAX) {
        announcements->seen = model->pushed - MODEL_PUSHED_MAX;
    }
    for (; announcements->seen != model->pushed; announcements->seen++) {
        const struct viewed_event *event = &model->pushed_event[announcements->seen % MODEL_PUSHED_MAX];
        enum ink ink;
        if (event->shown.kind == EVENT_MOVE || event->shown.kind == EVENT_NIGHT) {
            announcements->count = 0; /* what came before is no longer news */
        }
        if (find_ink(&event->shown, &ink)) {
            add(announcements, ink, outcome(screen, &event->shown),
                sentence_event_brief(model->table.game, event, NULL).text);
        }
    }
    if (any) {
        show_place(screen);
    }
}

void announce_dismiss(struct screen *screen)
{
    screen->table.announcements.count = 0;
}

void announce_draw(struct screen *screen, struct map_window map)
{
    const struct announcements *announcements = &screen->table.announcements;
    unsigned most = map.height < ROOMY_HEIGHT ? SMALL_ROWS : ANNOUNCEMENTS_MAX;
    unsigned first = announcements->count > most ? announcements->count - most : 0;
    for (unsigned i = first; i < announcements->count && !screen->table.hide; i++) {
        const struct announcement *line = &announcements->line[i];
        int y = map.y + (int)(i - first), columns = canvas_columns(line->text) + 2;
        int x = map.x + (columns < map.width ? (map.width - columns) / 2 : 0);
        unsigned flags = CELL_BOLD | (line->ink == INK_TITLE ? CELL_CURSOR : 0U);
        for (int at = map.x; at < map.x + map.width; at++) {
            canvas_put(&screen->canvas, at, y, ' ', line->ink, flags);
        }
        (void)canvas_text(&screen->canvas, x + 1, y, map.width - 2, line->ink, flags, line->text);
    }
}
