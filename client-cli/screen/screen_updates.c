/*
 * screen_updates.c: the hooks of play.h: the model changed, an answer arrived, something requested arrived.
 *
 * On a slow connection all of this happens while the player is doing something else. An update must never take a key
 * that was meant for something else: it closes what is out of date, and opens only what is still being waited for.
 */
#include <stdio.h>

#include "client-cli/language/language.h"
#include "client-cli/report/report_stats.h"
#include "client-cli/screen/screen_internal.h"
#include "client-cli/text/sentences_hint.h"

/* ---- Changes ------------------------------------------------------------------------------------- */

/* Closes a list or question of another page, since choosing would act on the wrong page. A text may stay open. */
static void close_outdated(struct screen *screen)
{
    bool acts = screen->popup.kind == POPUP_LIST || screen->popup.kind == POPUP_QUESTION;
    if (acts && screen->popup_page != screen_current_page(screen)) {
        popup_close(&screen->popup);
    }
    if (screen->notice_waits && !play_acting(screen->play)) {
        screen->notice_waits = false;
        screen->notice[0] = '\0';
    }
}

static void on_changed(void *context)
{
    struct screen *screen = context;
    const struct model *model = screen->model;
    screen->dirty = true;
    if (screen->terminal == NULL || model == NULL) {
        return; /* still starting */
    }
    pages_update(screen);
    close_outdated(screen);
    if (model->my_turns_begun != screen->turns_rung) {
        screen->turns_rung = model->my_turns_begun;
        terminal_bell(screen->terminal);
    }
    terminal_title(screen->terminal,
                   model->has_view && model->my_turn ? tr("Your turn - Gaslight") : "Gaslight");
}

/* ---- Answers ------------------------------------------------------------------------------------- */

/* While Jack hides his secrets, answers are not shown. */
static void on_answered(void *context, bool good, const char *sentence)
{
    struct screen *screen = context;
    if (!screen->table.hide) {
        screen_notice(screen, good, "%s", sentence);
    }
    screen->dirty = true;
}

/*
 * Puts the suggestion into the command line, where Enter runs it, unless a key was pressed in the meantime: the next
 * Enter may be meant for something else. While Jack hides his secrets, nothing is shown.
 */
static void take_suggestion(struct screen *screen)
{
    const struct model *model = screen->model;
    bool waited_for = screen->input_count == screen->asked_at && model->suggested_at == model->turn_seq;
    if (screen->table.hide) {
        return;
    }
    if (waited_for && screen->typing == NULL && screen->popup.kind == POPUP_CLOSED) {
        screen_type_command(screen, model->suggestion);
        screen_notice(screen, true, TEXT("Suggestion: press Enter to accept it, Esc to dismiss it."));
    } else {
        screen_notice(screen, true, TEXT("Suggestion: %s."), model->suggestion);
    }
}

/* Returns the place where an action ends, if it has one. */
static struct map_place hint_place(const struct action *action)
{
    bool is_crossing = action->kind == ACTION_WALK || action->kind == ACTION_RUSH;
    if (action->crossing != 0) {
        return (struct map_place){END_CROSSING, action->crossing};
    }
    return (struct map_place){is_crossing ? END_CROSSING : END_CIRCLE,
                              action->to != 0 ? action->to : action->circle};
}

/*
 * The same for a hint, whose reason stays above the line. The cursor goes to the place it is about; what the player had
 * picked stays picked.
 */
static void take_hint(struct screen *screen)
{
    const struct model *model = screen->model;
    bool waited_for = screen->input_count == screen->asked_at && model->suggested_at == model->turn_seq;
    struct sentence reason = sentence_hint_reason(&model->hint);
    if (screen->table.hide) {
        return;
    }
    if (waited_for && screen->typing == NULL && screen->popup.kind == POPUP_CLOSED) {
        struct map_place place = hint_place(&model->hint.action);
        if (place.number != 0) {
            map_view_go_to(&screen->table.map_view, place);
        }
        screen_type_command(screen, model->suggestion);
        screen_notice(screen, true, TEXT("Hint: %s"), reason.text);
    } else {
        screen_notice(screen, true, TEXT("Hint: %s  # %s"), model->suggestion, reason.text);
    }
}

/* A popup takes all keys, so it must not open over another one or while something is being typed. */
static void take_deduction(struct screen *screen, enum command_kind kind)
{
    const struct deduction *deduction = &screen->model->deduction;
    if (kind == COMMAND_DEDUCE && deduction->circle != 0 && screen->table.heat != HEAT_OFF) {
        if (screen->input_count == screen->asked_at) { /* the trails are drawn there */
            map_view_go_to(&screen->table.map_view,
                           (struct map_place){END_CIRCLE, (uint8_t)deduction->circle});
        }
    } else if (screen->popup.kind == POPUP_CLOSED && screen->typing == NULL) {
        deduce_popup(screen, kind, deduction);
    } else {
        screen_notice(screen, true, TEXT("The deduction has arrived; ask again to see it."));
    }
}

static void add_line(void *context, const char *text)
{
    screen_popup_line(context, "%s", text);
}

static void show_stats(struct screen *screen)
{
    screen_popup(screen, POPUP_TEXT, TEXT("Statistics"), NULL);
    report_stats((struct report){.line = add_line, .context = screen}, screen->model->stats);
}

static void on_listed(void *context, enum command_kind kind)
{
    struct screen *screen = context;
    if (kind == COMMAND_DEDUCE || kind == COMMAND_WHATIF) {
        take_deduction(screen, kind);
    } else if (kind == COMMAND_SUGGEST) {
        take_suggestion(screen);
    } else if (kind == COMMAND_HINT) {
        take_hint(screen);
    } else if (kind == COMMAND_ARCHIVE) {
        lobby_listed(screen);
    } else if (kind == COMMAND_STATS) {
        show_stats(screen);
    }
    screen->dirty = true;
}

static void name_typed(struct screen *screen, const char *text)
{
    struct command command = {.kind = COMMAND_RENAME};
    (void)snprintf(command.text, sizeof command.text, "%s", text);
    screen_do_command(screen, &command);
}

/* Asks for another name, unless the player is typing something else; the notice says how to do it later. */
static void on_name_taken(void *context)
{
    static const struct typing typing = {.prompt = TEXT("Choose another name: "), .done = name_typed};
    struct screen *screen = context;
    if (screen->typing == NULL && screen->popup.kind == POPUP_CLOSED) {
        typing_begin(screen, &typing, screen->model->name);
    }
    screen->dirty = true;
}

static void on_ended(void *context, int status)
{
    struct screen *screen = context;
    screen_end(screen, status);
}

struct play_hooks screen_hooks(struct screen *screen)
{
    return (struct play_hooks){.changed = on_changed,
                               .answered = on_answered,
                               .listed = on_listed,
                               .name_taken = on_name_taken,
                               .ended = on_ended,
                               .context = screen};
}
