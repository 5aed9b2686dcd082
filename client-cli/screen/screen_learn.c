/* screen_learn.c: "How to play" in popups: the list of chapters, a chapter, a term. */
#include "client-cli/language/language.h"
#include "client-cli/learn/guide.h"
#include "client-cli/screen/screen_internal.h"

/* Adds a line; the popup draws in ASCII if the terminal needs that. */
static void add_line(void *context, enum guide_look look, const char *text)
{
    struct screen *screen = context;
    static const enum ink inks[] = {
        [GUIDE_TITLE] = INK_TITLE, [GUIDE_HEADING] = INK_TITLE, [GUIDE_TEXT] = INK_PLAIN,
        [GUIDE_MAP] = INK_STREET,  [GUIDE_CAPTION] = INK_DIM,
    };
    popup_add(&screen->popup, inks[look], 0, text);
}

void learn_show(struct screen *screen, const char *name)
{
    struct guide *guide = guide_load(language_current());
    if (guide == NULL) {
        return;
    }
    screen_popup(screen, POPUP_TEXT, TEXT("How to play"), NULL);
    struct guide_output output = {.width = screen->popup.columns, .line = add_line, .context = screen};
    if (!guide_write(guide, name, &output)) {
        popup_close(&screen->popup);
        screen_notice(screen, false, TEXT("There is no chapter or term \"%s\"."), name);
    }
    guide_free(guide);
}

static void chapter_chosen(struct screen *screen, int index)
{
    struct guide *guide = guide_load(language_current());
    if (guide != NULL) {
        learn_show(screen, guide_id(guide, (size_t)index));
    }
    guide_free(guide);
}

void learn_list(struct screen *screen)
{
    struct guide *guide = guide_load(language_current());
    if (guide == NULL) {
        return;
    }
    screen_popup(screen, POPUP_LIST, TEXT("How to play"), chapter_chosen);
    size_t count = guide_chapters(guide);
    for (size_t i = 0; i < count; i++) { /* the keys are 1 to 9, and 0 for the glossary */
        uint32_t key = i + 1 == count ? '0' : i < 9 ? (uint32_t)('1' + i) : 0;
        popup_add(&screen->popup, INK_PLAIN, key, guide_title(guide, i));
    }
    guide_free(guide);
}

void learn_press(struct screen *screen, const struct input_event *input)
{
    (void)input;
    learn_list(screen);
}
