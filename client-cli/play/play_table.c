/* play_table.c: changes which table is watched. */
#include <stdio.h>

#include "client-cli/play/play_internal.h"

void play_switch_table(struct play *play, const char *table, const char *invite)
{
    (void)snprintf(play->invite, sizeof play->invite, "%s", invite != NULL ? invite : "");
    play->awaited_seq = 0;
    play_search_stop(play);
    connection_watch(play->connection, table, invite);
}

void play_leave_table(struct play *play)
{
    connection_watch(play->connection, NULL, NULL);
    model_leave_table(&play->model);
    play->invite[0] = '\0';
    play->awaited_seq = 0;
    play_search_stop(play);
    play_changed(play);
}
