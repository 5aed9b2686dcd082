/* damaged.c: see damaged.h. */
#include "server/table/damaged.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/base/log.h"
#include "server/base/wall_clock.h"

static struct damaged *find(const struct tables *tables, const char *table)
{
    struct damaged *damaged;
    LIST_FOREACH (damaged, &tables->damaged, entry) {
        if (strcmp(damaged->table, table) == 0) {
            return damaged;
        }
    }
    return NULL;
}

void tables_set_aside(struct tables *tables, const char *table, const char *lobby, bool is_private,
                      const char *why)
{
    char quoted[2 * DAMAGE_BYTES];
    struct damaged *damaged = find(tables, table) == NULL ? calloc(1, sizeof *damaged) : NULL;
    if (damaged == NULL) {
        return;
    }
    damaged->table = strdup(table);
    damaged->lobby = strdup(lobby == NULL ? "" : lobby);
    damaged->is_private = is_private;
    damaged->since = wall_clock_now();
    (void)snprintf(damaged->why, sizeof damaged->why, "%s", why);
    log_line(LOG_ERROR, "table_damaged", "table=%s why=%s", table, log_quote(why, quoted, sizeof quoted));
    if (damaged->table == NULL || damaged->lobby == NULL) {
        free(damaged->table);
        free(damaged->lobby);
        free(damaged);
        return;
    }
    LIST_INSERT_HEAD(&tables->damaged, damaged, entry);
}

bool tables_is_damaged(const struct tables *tables, const char *table, const struct player *player)
{
    const struct damaged *damaged = table == NULL ? NULL : find(tables, table);
    return damaged != NULL &&
           (!damaged->is_private || (player != NULL && strstr(damaged->lobby, player->id) != NULL));
}

void tables_free_damaged(struct tables *tables)
{
    struct damaged *damaged;
    while ((damaged = LIST_FIRST(&tables->damaged)) != NULL) {
        LIST_REMOVE(damaged, entry);
        free(damaged->table);
        free(damaged->lobby);
        free(damaged);
    }
}
