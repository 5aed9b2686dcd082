/*
 * screen_back.c: looking back at earlier moments of a running game, as everyone could see them, while it goes on.
 *
 * The moment replaces the map and the state; the log stays live. Nothing can be picked until the player is back.
 */
#include <stdio.h>
#include <string.h>

#include "client-cli/language/language.h"
#include "client-cli/screen/screen_internal.h"
#include "common/base/array.h"

enum { STEP_NONE = 1 << 30 }; /* after the end of every game: the reply says only how many steps there are */

void back_live(struct screen *screen)
{
    screen->table.back = (struct look_back){0};
    screen->dirty = true;
}

static void ask(struct screen *screen);

static void take_moment(void *context, size_t total, const struct view *view, const char *error_text)
{
    struct screen *screen = context;
    struct look_back *back = &screen->table.back;
    screen->dirty = true;
    if (!back->on) {
        return; /* they are back already */
    }
    back->waits = false;
    if (error_text != NULL || total < 2) {
        bool shown = back->total > 0;
        screen_notice(screen, false, "%s", error_text != NULL ? error_text : tr("Nothing has happened yet."));
        if (!shown) {
            back_live(screen);
        }
        return;
    }
    bool first = back->total == 0;
    back->total = total;
    if (first) { /* the last step is what is on the table now */
        back->step = total - 2;
        ask(screen);
    } else if (view != NULL) {
        back->view = *view;
        back->shown = true;
    }
    if (!first && back->asked != back->step) { /* the player has gone on meanwhile */
        ask(screen);
    }
}

static void ask(struct screen *screen)
{
    struct look_back *back = &screen->table.back;
    if (back->waits) {
        return; /* take_moment() asks again */
    }
    back->waits = true;
    back->asked = back->step;
    play_fetch_moment(screen->play, back->total == 0 ? STEP_NONE : back->step, take_moment, screen);
}

void back_press(struct screen *screen, const struct input_event *input)
{
    struct look_back *back = &screen->table.back;
    bool backwards = input->key == '[';
    if (back->on && back->total == 0) {
        return; /* the first reply is still to come */
    }
    if (!back->on && backwards) {
        look_end(screen);
        *back = (struct look_back){.on = true, .since = screen->model->seq};
        ask(screen);
    } else if (back->on && backwards && back->step == 0) {
        screen_notice(screen, true, TEXT("This is the beginning of the game."));
    } else if (back->on && backwards) {
        back->step--;
        ask(screen);
    } else if (back->on && back->step + 2 < back->total) {
        back->step++;
        ask(screen);
    } else if (back->on) {
        back_live(screen);
    } else {
        screen_notice(screen, true, TEXT("You are live. Press [ to look back."));
    }
}

bool back_is_shown(const struct screen *screen)
{
    return screen->table.back.on && screen->table.back.shown;
}

void back_text(const struct screen *screen, char *text, size_t capacity)
{
    const struct look_back *back = &screen->table.back;
    unsigned fresh = screen->model->seq > back->since ? screen->model->seq - back->since : 0;
    size_t used = (size_t)snprintf(text, capacity, tr("Earlier in this game, step %zu of %zu. %s"),
                                   back->step, back->total - 1, sentence_phase(&back->view).text);
    if (fresh > 0 && used < capacity) {
        (void)snprintf(text + used, capacity - used,
                       fresh == 1 ? tr(" %u new event.") : tr(" %u new events."), fresh);
    }
}

struct map_look back_look(const struct map_look *live)
{
    return (struct map_look){.zoom = live->zoom, .centre_x = live->centre_x, .centre_y = live->centre_y};
}

/* Returns whether a key neither picks nor acts: it works as usual. */
static bool is_harmless(uint32_t key)
{
    static const uint32_t harmless[] = {INPUT_PAGE_UP,    INPUT_PAGE_DOWN,  INPUT_END,         INPUT_SHIFT_UP,
                                        INPUT_SHIFT_DOWN, INPUT_SHIFT_LEFT, INPUT_SHIFT_RIGHT, INPUT_WHEEL_UP,
                                        INPUT_WHEEL_DOWN, INPUT_DRAG,       INPUT_HELP};
    for (size_t i = 0; i < COUNT(harmless); i++) {
        if (harmless[i] == key) {
            return true;
        }
    }
    return key > ' ' && key < 0x80 && strchr("tpqm?:+=-_0hjkl", (char)key) != NULL;
}

static void press_live(struct screen *screen, const struct input_event *input)
{
    (void)input;
    back_live(screen);
}

static const struct screen_key keys[] = {
    {'[', ']', "[ ]", TEXT("look back step by step while the game goes on; Esc: back to live"), back_press,
     NULL, TEXT("[ ] step")},
    {INPUT_ESCAPE, INPUT_BACKSPACE, TEXT("Esc"), TEXT("back to live"), press_live, NULL,
     TEXT("Esc back to live")},
};

struct screen_keys back_keys(void)
{
    return (struct screen_keys){keys, COUNT(keys)};
}

bool back_input(struct screen *screen, const struct input_event *input)
{
    if (!screen->table.back.on || is_harmless(input->key)) {
        return false;
    }
    if (!screen_press(screen, back_keys(), input, true)) {
        screen_notice(screen, false, TEXT("You are looking back. Press Esc to return to the live game."));
    }
    return true;
}
