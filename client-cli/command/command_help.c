/* command_help.c: writes the help from the table of commands. */
#include <string.h>
#include <strings.h>

#include "client-cli/command/command_rows.h"
#include "client-cli/language/language.h"
#include "client-cli/text/phrase.h"
#include "common/base/array.h"

enum { USAGE_COLUMNS = 30 };

static const char *const groups[] = {
    [GROUP_JACK] = TEXT("Jack"),        [GROUP_POLICE] = TEXT("The police"), [GROUP_GAME] = TEXT("The game"),
    [GROUP_LOOK] = TEXT("Information"), [GROUP_TALK] = TEXT("Chat"),         [GROUP_TABLES] = TEXT("Tables"),
};
_Static_assert(COUNT(groups) == GROUP_COUNT, "every group has a title");

static struct sentence usage_of(const struct command_row *row)
{
    struct sentence out = {""};
    phrase_add(&out, "%s%s%s", row->word, row->usage[0] != '\0' ? " " : "", row->usage);
    return out;
}

/* Writes one line, or two if the usage is long. */
static void write_row(const struct command_row *row, void (*line)(void *context, const char *text),
                      void *context)
{
    struct sentence usage = usage_of(row);
    struct sentence out = {""};
    if (strlen(usage.text) > USAGE_COLUMNS) {
        phrase_add(&out, "  %s", usage.text);
        line(context, out.text);
        out.text[0] = usage.text[0] = '\0';
    }
    phrase_add(&out, "  %-*s  %s", (int)USAGE_COLUMNS, usage.text, tr(row->help));
    if (row->short_forms != NULL) {
        phrase_add(&out, tr(" (short: %s)"), row->short_forms);
    }
    line(context, out.text);
}

static void write_all(const struct command_scope *scope, bool all,
                      void (*line)(void *context, const char *text), void *context)
{
    size_t count;
    const struct command_row *rows = command_rows(&count);
    for (unsigned group = 0; group < GROUP_COUNT; group++) {
        bool titled = false;
        for (size_t i = 0; i < count; i++) {
            if (rows[i].group != group || (!all && !rows[i].available(&rows[i], scope))) {
                continue;
            }
            if (!titled) {
                line(context, tr(groups[group]));
                titled = true;
            }
            write_row(&rows[i], line, context);
        }
    }
    line(context, tr("Commands can be abbreviated to any unique prefix."));
    if (!all) {
        line(context, tr("Only commands available now are listed; \"help all\" lists all of them."));
    }
}

void command_help(const char *word, const struct command_scope *scope,
                  void (*line)(void *context, const char *text), void *context)
{
    char error_text[400];
    if (word[0] == '\0' || strcasecmp(word, "all") == 0) {
        write_all(scope, word[0] != '\0', line, context);
        return;
    }
    const struct command_row *row = command_find(word, error_text, sizeof error_text);
    if (row == NULL) {
        line(context, error_text);
        return;
    }
    write_row(row, line, context);
    if (scope->legal != NULL && row->action != ACTION_NONE && !row->available(row, scope)) {
        line(context, tr("  You can't do that now."));
    }
}
