/*
 * screen_pages.c: the table of pages, and passing drawing, input, ticks and updates to them.
 *
 * Only this file, screen.c and screen_updates.c know all pages. A page never calls back up here: it sets a flag
 * (`help_requested`) or changes the state that screen_current_page() reads.
 */
#include "client-cli/screen/screen_internal.h"

enum { KEY_COLUMNS = 18 };

static const struct screen_page *const pages[PAGE_COUNT] = {
    [PAGE_LOBBY] = &lobby_page,
    [PAGE_ROOM] = &room_page,
    [PAGE_TABLE] = &table_page,
    [PAGE_REPLAY] = &replay_page,
};

static const struct screen_page *current(const struct screen *screen)
{
    return pages[screen_current_page(screen)];
}

/* Opens a popup with the keys that do something now, below the page's own introduction. */
static void open_help(struct screen *screen)
{
    const struct screen_page *page = current(screen);
    screen_popup(screen, POPUP_TEXT, page->title, NULL);
    screen->popup.label_columns = KEY_COLUMNS;
    if (page->introduce != NULL) {
        page->introduce(screen);
    }
    screen_help_keys(screen, page->keys());
    screen_help_keys(screen, screen_common_keys());
}

void pages_draw(struct screen *screen)
{
    current(screen)->draw(screen);
}

void pages_input(struct screen *screen, const struct input_event *input)
{
    const struct screen_page *page = current(screen);
    if (!page->input(screen, input) && !screen_press(screen, screen_common_keys(), input, false) &&
        !screen_press(screen, page->keys(), input, true)) {
        screen_unknown_key(screen, input);
    }
    if (screen->help_requested) {
        screen->help_requested = false;
        open_help(screen);
    }
}

void pages_tick(struct screen *screen)
{
    if (current(screen)->tick != NULL) {
        current(screen)->tick(screen);
    }
}

void pages_update(struct screen *screen)
{
    for (unsigned i = 0; i < PAGE_COUNT; i++) {
        if (pages[i]->update != NULL) {
            pages[i]->update(screen);
        }
    }
}
