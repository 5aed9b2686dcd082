/* stats_command.c: see stats_command.h. */
#include "client-cli/commands/stats_command.h"

#include <stdio.h>
#include <string.h>

#include "client-cli/commands/arguments.h"
#include "client-cli/commands/one_shot.h"
#include "client-cli/language/language.h"

enum {
    TAKES = ARGUMENT_BIT(ARGUMENT_NAME) | ARGUMENT_BIT(ARGUMENT_CODE) | ARGUMENT_BIT(ARGUMENT_CA) |
            ARGUMENT_BIT(ARGUMENT_JSON),
    PLAYER_ID_LENGTH = 12,
};

/* A player's id, or "me". */
static bool names_player(const char *word)
{
    return strcmp(word, "me") == 0 || (strlen(word) == PLAYER_ID_LENGTH && strpbrk(word, ".:/") == NULL);
}

enum status stats_command(int count, char **given)
{
    struct arguments arguments;
    struct play_settings settings;
    enum status status = arguments_read(&arguments, "stats", TAKES, 2, count, given);
    if (status != STATUS_OK) {
        return status;
    }
    if (arguments.help) {
        return arguments_help("stats [URL] [PLAYER] [OPTION...]",
                              tr("Prints the statistics of a player, given by id or as \"me\", or of the "
                                 "whole server."),
                              true, TAKES);
    }
    bool only_player = arguments.words == 1 && names_player(arguments.word[0]);
    const char *url = arguments.words > 0 && !only_player ? arguments.word[0] : NULL;
    const char *player = only_player ? arguments.word[0] : arguments.words == 2 ? arguments.word[1] : "";
    status = arguments_settings(&arguments, url, &settings);
    return status == STATUS_OK ? one_shot_stats(&settings, player, arguments.value[ARGUMENT_JSON] != NULL)
                               : status;
}
