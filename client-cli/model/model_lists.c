/*
 * model_lists.c: the lists of the lobby: public tables, the player's own, and finished games.
 *
 * Public tables come in pages, the newest first; a cursor says where the next page begins.
 */
#include <stdlib.h>
#include <string.h>

#include "client-cli/model/model_internal.h"

/* Reads where the list continues; "" at its end. */
static bool read_more(const json_t *ok, char more[MODEL_ID_MAX + 1])
{
    more[0] = '\0';
    return json_object_get(ok, "more") == NULL || model_read_text(ok, "more", more, MODEL_ID_MAX + 1);
}

struct model_table *model_find_table(struct model_table *list, size_t count, const char *id)
{
    for (size_t i = 0; i < count; i++) {
        if (strcmp(list[i].id, id) == 0) {
            return &list[i];
        }
    }
    return NULL;
}

/* ---- Replies ------------------------------------------------------------------------------------------ */

static bool take_list(struct model *model, const json_t *ok, struct model_table **list, size_t *count)
{
    struct model_table *read;
    size_t number;
    if (!model_read_tables(ok, &read, &number)) {
        return false;
    }
    free(*list);
    *list = read;
    *count = number;
    model->changes++;
    return true;
}

bool model_update_tables(struct model *model, const json_t *ok)
{
    char more[MODEL_ID_MAX + 1];
    if (!read_more(ok, more) || !take_list(model, ok, &model->table_list, &model->tables)) {
        return false;
    }
    memcpy(model->tables_more, more, sizeof more);
    return true;
}

/* A table of the next page may have come with a push before. */
bool model_append_tables(struct model *model, const json_t *ok)
{
    struct model_table *page;
    size_t number;
    char more[MODEL_ID_MAX + 1];
    if (!read_more(ok, more) || !model_read_tables(ok, &page, &number)) {
        return false;
    }
    struct model_table *grown = realloc(model->table_list, (model->tables + number + 1) * sizeof *grown);
    for (size_t i = 0; grown != NULL && i < number; i++) {
        struct model_table *known = model_find_table(grown, model->tables, page[i].id);
        *(known != NULL ? known : &grown[model->tables++]) = page[i];
    }
    model->table_list = grown != NULL ? grown : model->table_list;
    memcpy(model->tables_more, more, sizeof more);
    free(page);
    model->changes++;
    return true;
}

bool model_update_mine(struct model *model, const json_t *ok)
{
    return take_list(model, ok, &model->mine_list, &model->mine);
}

/* Appends games, or replaces them if `anew`. */
static bool take_games(struct model *model, const json_t *ok, bool anew)
{
    struct model_game *page;
    size_t number, kept = anew ? 0 : model->archived;
    char more[MODEL_ID_MAX + 1];
    if (!read_more(ok, more) || !model_read_archive(ok, &page, &number)) {
        return false;
    }
    struct model_game *grown = realloc(model->archive_list, (kept + number + 1) * sizeof *grown);
    if (grown != NULL) {
        memcpy(grown + kept, page, number * sizeof *page);
        model->archive_list = grown;
        model->archived = kept + number;
    }
    memcpy(model->archive_more, more, sizeof more);
    free(page);
    model->changes++;
    return true;
}

bool model_update_archive(struct model *model, const json_t *ok)
{
    return take_games(model, ok, true);
}

bool model_append_archive(struct model *model, const json_t *ok)
{
    return take_games(model, ok, false);
}

/* ---- Pushes ------------------------------------------------------------------------------------------- */

void model_remove_listed(struct model *model, const char *id)
{
    struct model_table *gone = model_find_table(model->table_list, model->tables, id);
    if (gone != NULL) {
        size_t after = model->tables - (size_t)(gone - model->table_list) - 1;
        memmove(gone, gone + 1, after * sizeof *gone);
        model->tables--;
        model->changes++;
    }
}

/* Inserts a table where it belongs, the newest first. One that is older than all belongs to a page that has not come. */
void model_insert_listed(struct model *model, const struct model_table *table)
{
    size_t at = 0;
    while (at < model->tables && model->table_list[at].created > table->created) {
        at++;
    }
    if (at == model->tables && model->tables_more[0] != '\0') {
        return;
    }
    struct model_table *grown = realloc(model->table_list, (model->tables + 1) * sizeof *grown);
    if (grown == NULL) {
        return; /* out of memory: the table is missing until the list is requested again */
    }
    model->table_list = grown;
    memmove(grown + at + 1, grown + at, (model->tables - at) * sizeof *grown);
    grown[at] = *table;
    model->tables++;
}

/* Rows have a word for the key `name`, so that they can be told apart; missing numbers count as 0. */
static bool are_rows(const json_t *rows, const char *name)
{
    size_t index;
    const json_t *row;
    json_array_foreach (rows, index, row) {
        if (!json_is_string(json_object_get(row, name))) {
            return false;
        }
    }
    return json_is_array(rows);
}

bool model_update_stats(struct model *model, const json_t *ok)
{
    const json_t *own = json_object_get(ok, "private");
    bool of_server = are_rows(json_object_get(ok, "results"), "game");
    bool of_player = json_is_string(json_object_get(ok, "name")) &&
                     are_rows(json_object_get(ok, "standings"), "side") &&
                     are_rows(json_object_get(ok, "partners"), "name") &&
                     are_rows(json_object_get(ok, "bots"), "level") && (own == NULL || are_rows(own, "side"));
    json_t *copy = of_server || of_player ? json_deep_copy(ok) : NULL;
    if (copy == NULL) {
        return false;
    }
    json_decref(model->stats);
    model->stats = copy;
    return true;
}
