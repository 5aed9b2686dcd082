/* report_tables.c: tables, players and finished games as lines; see report.h. */
#include <string.h>
#include <time.h>

#include "client-cli/language/language.h"
#include "client-cli/report/report.h"
#include "client-cli/text/phrase.h"

static const char *const state_words[] = {
    [MODEL_TABLE_OPEN] = TEXT("not started"),
    [MODEL_TABLE_RUNNING] = TEXT("in progress"),
    [MODEL_TABLE_FINISHED] = TEXT("finished"),
    [MODEL_TABLE_CLOSED] = TEXT("closed"),
};

static void add_seat(struct sentence *line, const struct model_table *table, const struct model_seat *seat)
{
    char pawns[80];
    model_pawns_text(seat->pawns, pawns, sizeof pawns);
    phrase_add(line, "%s", model_seat_name(seat).text);
    if (pawns[0] != '\0') {
        phrase_add(line, " (%s)", pawns);
    }
    if (table->state == MODEL_TABLE_RUNNING && model_is_away(seat)) {
        phrase_add(line, " (%s)", model_away(seat).text);
    } else if (table->state == MODEL_TABLE_RUNNING && model_presence(seat) != NULL) {
        phrase_add(line, " (%s)", model_presence(seat));
    }
}

static void add_options(struct sentence *line, const struct model_table *table)
{
    for (unsigned i = 0; i < option_count(table->game); i++) {
        if ((table->options & (1U << i)) != 0) {
            phrase_add(line, ", %s", option_name(table->game, i));
        }
    }
}

/* Writes "k3f9… whitechapel, letters, in progress: Ann (Jack), Bob (Red). Waiting for Red." */
static void report_one_table(struct report report, const struct model_table *table)
{
    struct sentence line = {.text = ""};
    phrase_add(&line, "%s %s", table->id, game_name(table->game));
    add_options(&line, table);
    phrase_add(&line, ", %s%s: ", table->is_private ? tr("private, ") : "", tr(state_words[table->state]));
    for (unsigned i = 0; i < table->seats; i++) {
        phrase_add(&line, "%s", i > 0 ? ", " : "");
        add_seat(&line, table, &table->seat[i]);
    }
    phrase_add(&line, "%s", table->seats > 0 ? "." : tr("no players."));
    if (table->turn != 0) {
        phrase_add(&line, tr(" Waiting for "));
        phrase_pawns(&line, table->turn, tr(" or "));
        phrase_add(&line, ".");
    }
    if (table->state == MODEL_TABLE_RUNNING && table->time.runs) {
        phrase_add(&line, " ");
        phrase_add(&line, tr("Time left: %s."), title_time((unsigned)(table->time.left / 1000)).text);
        phrase_add(&line, " %s", model_clock_words(&table->time).text);
    }
    report.line(report.context, line.text);
}

void report_tables(struct report report, const struct model_table *list, size_t count, const char *none)
{
    for (size_t i = 0; i < count; i++) {
        report_one_table(report, &list[i]);
    }
    if (count == 0) {
        report.line(report.context, none);
    }
}

static void report_options(struct report report, const struct model_table *table)
{
    for (unsigned i = 0; i < option_count(table->game); i++) {
        if ((table->options & (1U << i)) != 0) {
            struct sentence line = {.text = ""};
            phrase_add(&line, "%s: %s", title_option(table->game, i), sentence_option(table->game, i));
            report.line(report.context, line.text);
        }
    }
}

/* Writes deduction help, clock and bot settings that are not the default. */
static void report_table_settings(struct report report, const struct model_table *table)
{
    struct sentence line = model_table_settings(table);
    if (line.text[0] != '\0') {
        report.line(report.context, line.text);
    }
}

static void report_watchers(struct report report, const struct model_table *table)
{
    struct sentence line = {.text = ""};
    if (table->watchers > 0) {
        phrase_add(&line, tr("%u watching"), table->watchers);
        phrase_add(&line, "%s%s.", table->watchers_named > 0 ? ": " : "", model_watchers(table).text);
        report.line(report.context, line.text);
    }
}

void report_table(struct report report, const struct model *model)
{
    const struct model_table *table = &model->table;
    struct sentence head = {.text = ""};
    phrase_add(&head, tr("Table %s: %s, %s%s."), table->id, title_game(table->game),
               table->is_private ? tr("private, ") : "", tr(state_words[table->state]));
    if (table->invite[0] != '\0') {
        phrase_add(&head, tr(" Invite: %s."), table->invite);
    }
    report.line(report.context, head.text);
    report_options(report, table);
    report_table_settings(report, table);
    for (unsigned i = 0; i < table->seats; i++) {
        struct sentence line = {.text = ""};
        const struct model_seat *seat = &table->seat[i];
        char pawns[80];
        struct sentence away = model_away(seat);
        const char *presence = model_is_away(seat) ? away.text : model_presence(seat);
        model_pawns_text(seat->pawns, pawns, sizeof pawns);
        phrase_add(&line, "%s%s: %s%s%s%s.", model_marked_name(seat).text,
                   (int)i == model_my_seat(model) ? tr(" (you)") : "",
                   pawns[0] != '\0' ? pawns : tr("no pawn yet"),
                   strcmp(seat->player, table->host) == 0 ? tr(", host") : "", presence != NULL ? ", " : "",
                   presence != NULL ? presence : "");
        if (seat->hours_off >= 0 && table->state == MODEL_TABLE_RUNNING) {
            phrase_add(&line, " ");
            phrase_add(&line, tr("Time off left: %s."), model_time_off(seat->hours_off).text);
        }
        report.line(report.context, line.text);
    }
    report_watchers(report, table);
}

void report_archive(struct report report, const struct model_game *list, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        struct sentence line = {.text = ""};
        struct sentence result = sentence_result(list[i].winner, list[i].reason);
        time_t ended = (time_t)list[i].ended;
        struct tm when;
        char date[32] = "";
        if (localtime_r(&ended, &when) != NULL) {
            (void)strftime(date, sizeof date, "%Y-%m-%d %H:%M", &when);
        }
        phrase_add(&line, "%s %s %s: %s", list[i].id, date, game_name(list[i].game), list[i].players);
        phrase_add(&line, tr_count(list[i].actions, ", %u action. %s", ", %u actions. %s"), list[i].actions,
                   result.text);
        report.line(report.context, line.text);
    }
    if (count == 0) {
        report.line(report.context, tr("No finished games yet."));
    }
}
