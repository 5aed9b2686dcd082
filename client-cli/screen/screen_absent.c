/*
 * screen_absent.c: the list of who can play for absent players: another detective, a spectator or a stand-in bot.
 *
 * The choices are stored when the list opens, so that a change of the table cannot turn one into another.
 */
#include <stdio.h>
#include <string.h>

#include "client-cli/language/language.h"
#include "client-cli/screen/screen_internal.h"

static void add(struct screen *screen, const struct model_seat *seat, const char *name, const char *mark)
{
    struct absent_choices *choices = &screen->table.absent;
    char pawns[80], text[SENTENCE_MAX];
    if (choices->count == ABSENT_CHOICES_MAX) {
        return;
    }
    struct absent_choice *choice = &choices->choice[choices->count];
    choice->pawns = seat->owns; /* somebody may play them already */
    (void)snprintf(choice->name, sizeof choice->name, "%s", name);
    model_pawns_text(choice->pawns, pawns, sizeof pawns);
    if (name[0] == '\0') {
        (void)snprintf(text, sizeof text, tr("Let a stand-in bot (%s) play %s until %s returns"),
                       title_level(screen->model->table.level), pawns, seat->name);
    } else {
        (void)snprintf(text, sizeof text, tr("Propose that %s%s plays %s until %s returns"), name, mark,
                       pawns, seat->name);
    }
    popup_add(&screen->popup, INK_PLAIN, (uint32_t)('a' + choices->count), text);
    choices->count++;
}

static bool is_detective(const struct model_seat *seat)
{
    return (seat->pawns & ~PAWN_BIT(PAWN_JACK)) != 0 && seat->bot[0] == '\0';
}

/* Adds everyone who could play the pawns of this absent detective. */
static void add_people(struct screen *screen, const struct model_seat *absent)
{
    const struct model_table *table = &screen->model->table;
    for (unsigned i = 0; i < table->seats; i++) {
        const struct model_seat *seat = &table->seat[i];
        if (seat != absent && is_detective(seat) && seat->connected && !seat->absent) {
            add(screen, absent, seat->name, model_identity(seat->player).text);
        }
    }
    for (unsigned i = 0; i < table->watchers_named; i++) {
        if (table->watcher[i].player[0] != '\0') {
            add(screen, absent, table->watcher[i].name, model_identity(table->watcher[i].player).text);
        }
    }
}

static void chosen(struct screen *screen, int index)
{
    const struct absent_choice *choice = &screen->table.absent.choice[index];
    struct command command = {.kind = choice->name[0] != '\0' ? COMMAND_SEAT : COMMAND_BOT,
                              .pawns = choice->pawns};
    (void)snprintf(command.text, sizeof command.text, "%s", choice->name);
    screen_do_command(screen, &command);
}

bool absent_applies(const struct screen *screen)
{
    const struct model *model = screen->model;
    bool any = false;
    for (unsigned i = 0; i < model->table.seats; i++) {
        any = any || (model->table.seat[i].absent && model->table.seat[i].owns != 0);
    }
    return any && model_my_pawns(model) != 0 && model->view.phase != PHASE_OVER;
}

void absent_press(struct screen *screen, const struct input_event *input)
{
    const struct model *model = screen->model;
    bool detective = (model_my_pawns(model) & ~PAWN_BIT(PAWN_JACK)) != 0;
    (void)input;
    if (!absent_applies(screen)) {
        screen_notice(screen, false, "%s", tr("Nobody has been away for long enough."));
        return;
    }
    screen->table.absent.count = 0;
    screen_popup(screen, POPUP_LIST, TEXT("Absent players"), chosen);
    for (unsigned i = 0; i < model->table.seats; i++) {
        const struct model_seat *seat = &model->table.seat[i];
        if (!seat->absent || seat->owns == 0) {
            continue;
        }
        if (detective && (seat->owns & PAWN_BIT(PAWN_JACK)) == 0) {
            add_people(screen, seat);
        }
        if (seat->bot[0] == '\0' && seat->pawns != 0) {
            add(screen, seat, "", "");
        }
    }
}
