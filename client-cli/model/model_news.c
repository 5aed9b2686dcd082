/*
 * model_news.c: describes the changes at a table as lines of news.
 *
 * Compares the table before and after: players, their pawns and connections, bots, and the host.
 */
#include <stdio.h>
#include <string.h>

#include "client-cli/language/language.h"
#include "client-cli/model/model_internal.h"
#include "client-cli/text/phrase.h"
#include "client-cli/text/sentences.h"
#include "common/base/array.h"
#include "common/wire/aids.h"

static const struct model_seat *find_seat(const struct model_table *table, const char *player)
{
    for (unsigned i = 0; i < table->seats; i++) {
        if (strcmp(table->seat[i].player, player) == 0) {
            return &table->seat[i];
        }
    }
    return NULL;
}

void model_pawns_text(unsigned pawns, char *text, size_t capacity)
{
    size_t used = 0;
    unsigned left = (unsigned)__builtin_popcount(pawns);
    text[0] = '\0';
    for (unsigned pawn = 0; pawn < PAWN_COUNT; pawn++) {
        if ((pawns & PAWN_BIT(pawn)) == 0 || used >= capacity) {
            continue;
        }
        left--;
        used += (size_t)snprintf(text + used, capacity - used, "%s%s", title_pawn((enum pawn)pawn),
                                 left > 1    ? ", "
                                 : left == 1 ? tr(" and ")
                                             : "");
    }
}

struct sentence model_seat_name(const struct model_seat *seat)
{
    struct sentence text = {""};
    phrase_add(&text, "%s", seat->name);
    if (seat->bot[0] != '\0') {
        phrase_add(&text, seat->substituted ? tr(" (stand-in bot: %s)") : " (%s)", title_level(seat->bot));
    }
    return text;
}

struct sentence model_table_settings(const struct model_table *table)
{
    static const char *const aids[AIDS_COUNT] = {[AIDS_SETS] = TEXT("Deduction help: where Jack may be."),
                                                 [AIDS_FULL] = TEXT("Deduction help: full, with numbers.")};
    struct sentence text = {""};
    enum aids level = aids_from_name(table->aids);
    if (level == AIDS_SETS || level == AIDS_FULL) {
        phrase_add(&text, "%s %s", tr(aids[level]),
                   table->spectator_aids ? tr("Spectators can use it too.") : tr("Spectators can't use it."));
    }
    if (table->counts) {
        phrase_add(&text, "%s%s", text.text[0] != '\0' ? " " : "",
                   tr("This private game counts in statistics."));
    }
    if (table->clock != 0) {
        struct sentence time = title_time(table->clock);
        phrase_add(&text, tr("%s%s per action, then a stand-in bot (%s) takes over."),
                   text.text[0] != '\0' ? " " : "", time.text, title_level(table->level));
    }
    model_add_pauses(&text, table);
    if (table->pace[0] != '\0' && strcmp(table->pace, "normal") != 0) {
        phrase_add(&text, "%s%s", text.text[0] != '\0' ? " " : "",
                   strcmp(table->pace, "slow") == 0 ? tr("Bot speed: slow.") : tr("Bot speed: fast."));
    }
    if (table->commentary) {
        phrase_add(&text, "%s%s", text.text[0] != '\0' ? " " : "", tr("Commentators may see everything."));
    }
    return text;
}

/* The owner has these pawns again: the player's own, or those that the player or somebody else played. */
static void add_return_news(struct model *model, const struct model_table *before,
                            const struct model_seat *owner, unsigned returned)
{
    const struct model_seat *me = find_seat(before, model->player);
    char pawns[80];
    model_pawns_text(returned, pawns, sizeof pawns);
    if (strcmp(owner->player, model->player) == 0) {
        model_add_line(model, LINE_NEWS, 0, "", tr("You have your pawns back: %s."), pawns);
    } else {
        bool by_me = me != NULL && (me->pawns & returned) != 0;
        model_add_line(model, LINE_NEWS, 0, "",
                       by_me ? tr("%s is back and plays %s again. Thank you for standing in.")
                             : tr("%s is back and plays %s again."),
                       owner->name, pawns);
    }
}

/* Somebody plays pawns of others until those return. */
static void add_given_news(struct model *model, const struct model_table *after,
                           const struct model_seat *holder, unsigned given)
{
    struct sentence owners = model_owners(after, given);
    char pawns[80];
    model_pawns_text(given, pawns, sizeof pawns);
    if (strcmp(holder->player, model->player) == 0) {
        model_add_line(model, LINE_NEWS, 0, "", tr("You play %s until %s returns."), pawns, owners.text);
    } else {
        model_add_line(model, LINE_NEWS, 0, "", tr("%s plays %s until %s returns."), holder->name, pawns,
                       owners.text);
    }
}

/* Pawns that change hands are announced once, for those who have them now. */
static void add_pawn_news(struct model *model, const struct model_table *tables[2],
                          const struct model_seat *before, const struct model_seat *after)
{
    unsigned had = before == NULL ? 0 : before->pawns, gained = after->pawns & ~had;
    unsigned returned = before == NULL ? 0 : gained & before->owns, given = gained & ~after->owns;
    bool lent =
        before != NULL && before->owns == after->owns; /* in a game, what is lost was or is another's */
    char pawns[80];
    if (returned != 0) {
        add_return_news(model, tables[0], after, returned);
    } else if (given != 0) {
        add_given_news(model, tables[1], after, given);
    } else if (had != after->pawns && !(lent && gained == 0)) {
        model_pawns_text(after->pawns, pawns, sizeof pawns);
        model_add_line(model, LINE_NEWS, 0, "", tr("%s plays %s."), model_seat_name(after).text,
                       after->pawns != 0 ? pawns : tr("no pawns"));
    }
}

/* A bot took over, left, or changed its level. */
static void add_bot_news(struct model *model, const struct model_seat *before, const struct model_seat *after)
{
    bool was_substituted = before->bot[0] != '\0' && before->substituted;
    if (after->bot[0] != '\0' && after->substituted && strcmp(before->bot, after->bot) != 0) {
        model_add_line(model, LINE_NEWS, 0, "", tr("A stand-in bot (%s) is playing for %s."),
                       title_level(after->bot), after->name);
    } else if (was_substituted && after->bot[0] == '\0') {
        model_add_line(model, LINE_NEWS, 0, "", tr("%s is playing again."), after->name);
    } else if (after->bot[0] != '\0' && strcmp(before->bot, after->bot) != 0) {
        model_add_line(model, LINE_NEWS, 0, "", tr("%s is now set to %s."), after->name,
                       title_level(after->bot));
    }
}

static void add_presence_news(struct model *model, const struct model_seat *before,
                              const struct model_seat *after)
{
    bool returned = (before->owns & ~before->pawns & after->pawns) != 0; /* the news of the pawns says so */
    if (before->connected != after->connected && !returned) {
        model_add_line(model, LINE_NEWS, 0, "", after->connected ? tr("%s is back.") : tr("%s is away."),
                       after->name);
    }
    if (model_is_away(after) && before->away_until != after->away_until) {
        model_add_line(model, LINE_NEWS, 0, "", tr("%s is away until %s."), after->name,
                       model_moment(after->away_until).text);
    } else if (model_is_away(before) && after->away_until == 0) {
        model_add_line(model, LINE_NEWS, 0, "", tr("%s is back."), after->name);
    }
    if (after->absent && !before->absent) {
        model_add_line(
            model, LINE_NEWS, 0, "",
            (after->pawns & ~PAWN_BIT(PAWN_JACK)) != 0
                ? tr("%s has been away for a while. The other detectives can decide who plays for them.")
                : tr("%s has been away for a while. A stand-in bot can play for them."),
            after->name);
    }
}

static void add_seat_news(struct model *model, const struct model_table *tables[2],
                          const struct model_seat *before, const struct model_seat *after)
{
    if (before == NULL) {
        model_add_line(model, LINE_NEWS, 0, "", tr("%s joined the table."), after->name);
    } else if (strcmp(before->name, after->name) != 0) {
        model_add_line(model, LINE_NEWS, 0, "", tr("%s is now called %s."), before->name, after->name);
    }
    add_pawn_news(model, tables, before, after);
    if (before != NULL) {
        add_bot_news(model, before, after);
        add_presence_news(model, before, after);
    }
}

static void add_state_news(struct model *model, const struct model_table *after)
{
    static const char *const lines[] = {
        [MODEL_TABLE_RUNNING] = TEXT("The game has started."),
        [MODEL_TABLE_FINISHED] = NULL, /* the log says so already */
        [MODEL_TABLE_CLOSED] = TEXT("The table is closed."),
    };
    if (after->state != MODEL_TABLE_OPEN && lines[after->state] != NULL) {
        model_add_line(model, LINE_NEWS, 0, "", "%s", tr(lines[after->state]));
    }
}

void model_report_changes(struct model *model, const struct model_table *before,
                          const struct model_table *after)
{
    for (unsigned i = 0; i < before->seats; i++) {
        if (find_seat(after, before->seat[i].player) == NULL) {
            model_add_line(model, LINE_NEWS, 0, "", tr("%s left the table."), before->seat[i].name);
        }
    }
    for (unsigned i = 0; i < after->seats; i++) {
        add_seat_news(model, (const struct model_table *[]){before, after},
                      find_seat(before, after->seat[i].player), &after->seat[i]);
    }
    const struct model_seat *host = find_seat(after, after->host);
    if (strcmp(before->host, after->host) != 0 && host != NULL) {
        model_add_line(model, LINE_NEWS, 0, "", tr("%s is now the host."), host->name);
    }
    if (before->state != after->state) {
        add_state_news(model, after);
    }
    if (before->invite[0] != '\0' && after->invite[0] != '\0' && strcmp(before->invite, after->invite) != 0) {
        model_add_line(model, LINE_NEWS, 0, "", tr("The invite is now %s."), after->invite);
    }
    if (after->commentators[0] != '\0' && strcmp(before->commentators, after->commentators) != 0) {
        model_add_line(model, LINE_NEWS, 0, "", tr("Commentators, who see everything: %s."),
                       after->commentators);
    }
    if (before->rematch[0] == '\0' && after->rematch[0] != '\0') {
        model_add_line(model, LINE_NEWS, 0, "", tr("There is a rematch, table %s."), after->rematch);
    }
}
