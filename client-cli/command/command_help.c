/* command_help.c: the help, made from the rows. */
#include <string.h>
#include <strings.h>

#include "client-cli/command/command_internal.h"
#include "client-cli/text/phrase.h"
#include "common/base/array.h"

enum { USAGE_COLUMNS = 30 };

static const char *const groups[] = {
    [GROUP_JACK] = "Jack",       [GROUP_POLICE] = "The police", [GROUP_GAME] = "The game",
    [GROUP_LOOK] = "To look at", [GROUP_TALK] = "Talking",      [GROUP_TABLES] = "Tables",
};
_Static_assert(COUNT(groups) == GROUP_COUNT, "every group has a title");

static struct sentence usage_of(const struct command_row *row)
{
    struct sentence out = {""};
    phrase_add(&out, "%s%s%s", row->word, row->usage[0] != '\0' ? " " : "", row->usage);
    return out;
}

/* One line; a long usage has the explanation on a line of its own. */
static void tell_row(const struct command_row *row, void (*line)(void *context, const char *text),
                     void *context)
{
    struct sentence usage = usage_of(row);
    struct sentence out = {""};
    if (strlen(usage.text) > USAGE_COLUMNS) {
        phrase_add(&out, "  %s", usage.text);
        line(context, out.text);
        out.text[0] = usage.text[0] = '\0';
    }
    phrase_add(&out, "  %-*s  %s", (int)USAGE_COLUMNS, usage.text, row->help);
    if (row->brief != NULL) {
        phrase_add(&out, " (short: %s)", row->brief);
    }
    line(context, out.text);
}

static void tell_all(const struct command_scope *place, bool all,
                     void (*line)(void *context, const char *text), void *context)
{
    size_t count;
    const struct command_row *rows = command_rows(&count);
    for (unsigned group = 0; group < GROUP_COUNT; group++) {
        bool titled = false;
        for (size_t i = 0; i < count; i++) {
            if (rows[i].group != group || (!all && !rows[i].now(&rows[i], place))) {
                continue;
            }
            if (!titled) {
                line(context, groups[group]);
                titled = true;
            }
            tell_row(&rows[i], line, context);
        }
    }
    line(context, "The beginning of a word is enough if no other command begins so.");
    if (!all) {
        line(context, "These make sense now; \"help all\" lists the others too.");
    }
}

void command_help(const char *word, const struct command_scope *place,
                  void (*line)(void *context, const char *text), void *context)
{
    char error_text[400];
    if (word[0] == '\0' || strcasecmp(word, "all") == 0) {
        tell_all(place, word[0] != '\0', line, context);
        return;
    }
    const struct command_row *row = command_find(word, error_text, sizeof error_text);
    if (row == NULL) {
        line(context, error_text);
        return;
    }
    tell_row(row, line, context);
    if (place->legal != NULL && row->action != ACTION_NONE && !row->now(row, place)) {
        line(context, "  You cannot do that now.");
    }
}
