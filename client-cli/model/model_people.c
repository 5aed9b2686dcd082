/* model_people.c: who is at a table: identity marks, spectators, and changes of a person that apply to all tables. */
#include <stdio.h>
#include <string.h>

#include "client-cli/language/language.h"
#include "client-cli/model/model_internal.h"
#include "client-cli/text/phrase.h"

enum { MARK_LENGTH = 3 };

struct identity_mark model_identity(const char *player)
{
    struct identity_mark mark = {""};
    if (player[0] != '\0') {
        (void)snprintf(mark.text, sizeof mark.text, " #%.*s", (int)MARK_LENGTH, player);
    }
    return mark;
}

struct sentence model_marked_name(const struct model_seat *seat)
{
    struct sentence text = model_seat_name(seat);
    bool person = seat->bot[0] == '\0' || seat->substituted;
    phrase_add(&text, "%s", person ? model_identity(seat->player).text : "");
    return text;
}

const char *model_presence(const struct model_seat *seat)
{
    return seat->connected && !seat->absent ? NULL : seat->absent ? tr("away for a while") : tr("away");
}

struct sentence model_owners(const struct model_table *table, unsigned pawns)
{
    struct sentence text = {""};
    unsigned count = 0, written = 0;
    for (unsigned i = 0; i < table->seats; i++) {
        count += (table->seat[i].owns & pawns) != 0;
    }
    for (unsigned i = 0; i < table->seats; i++) {
        if ((table->seat[i].owns & pawns) != 0) {
            phrase_joint(&text, written++, count, tr(" and "));
            phrase_add(&text, "%s", table->seat[i].name);
        }
    }
    return text;
}

struct sentence model_watchers(const struct model_table *table)
{
    struct sentence text = {""};
    for (unsigned i = 0; i < table->watchers_named; i++) {
        phrase_add(&text, "%s%s%s", i == 0 ? "" : ", ", table->watcher[i].name,
                   model_identity(table->watcher[i].player).text);
    }
    return text;
}

/* ---- Changes of one person -------------------------------------------------------------------------- */

struct change {
    char player[MODEL_ID_MAX + 1], name[MODEL_NAME_MAX + 1]; /* name "": as before */
    const json_t *connected, *absent;                        /* NULL: as before */
};

static bool read_change(const json_t *message, struct change *change)
{
    *change = (struct change){.connected = json_object_get(message, "connected"),
                              .absent = json_object_get(message, "absent")};
    return model_read_text(message, "player", change->player, sizeof change->player) &&
           (json_object_get(message, "name") == NULL ||
            model_read_text(message, "name", change->name, sizeof change->name)) &&
           (change->connected == NULL || json_is_boolean(change->connected)) &&
           (change->absent == NULL || json_is_boolean(change->absent));
}

static void rename_person(const struct change *change, const char *player, char name[MODEL_NAME_MAX + 1])
{
    if (change->name[0] != '\0' && strcmp(player, change->player) == 0) {
        memcpy(name, change->name, sizeof change->name);
    }
}

/* A finished game keeps the names it was played under. Somebody who is back is no longer absent. */
static void apply(struct model_table *table, const struct change *change)
{
    for (unsigned i = 0; i < table->seats; i++) {
        struct model_seat *seat = &table->seat[i];
        if (table->state != MODEL_TABLE_FINISHED) {
            rename_person(change, seat->player, seat->name);
        }
        if (strcmp(seat->player, change->player) == 0) {
            seat->connected = change->connected != NULL ? json_is_true(change->connected) : seat->connected;
            seat->absent = change->absent != NULL ? json_is_true(change->absent)
                                                  : seat->absent && !json_is_true(change->connected);
        }
    }
    for (unsigned i = 0; i < table->watchers_named; i++) {
        rename_person(change, table->watcher[i].player, table->watcher[i].name);
    }
}

bool model_push_player(struct model *model, const json_t *message)
{
    struct change change;
    if (!read_change(message, &change)) {
        return false;
    }
    rename_person(&change, model->player, model->name);
    for (size_t i = 0; i < model->tables; i++) {
        apply(&model->table_list[i], &change);
    }
    for (size_t i = 0; i < model->mine; i++) {
        apply(&model->mine_list[i], &change);
    }
    if (model->has_table) {
        struct model_table after = model->table;
        apply(&after, &change);
        model_report_changes(model, &model->table, &after);
        model->table = after;
    }
    model->changes++;
    return true;
}
