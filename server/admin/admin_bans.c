/* admin_bans.c: see admin_bans.h. */
#include "server/admin/admin_bans.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/admin/admin_answer.h"
#include "server/base/log.h"
#include "server/base/wall_clock.h"
#include "server/cluster/shared.h"
#include "server/table/bans.h"
#include "server/table/changes/table_commit.h"
#include "server/verbs/dispatch.h"

static const char bad_subject[] = "That is neither a player's id nor an IP address. Networks are written "
                                  "like 192.0.2.0/24 (8 to 32 bits) or "
                                  "2001:db8::/64 (16 to 128 bits).";

/* ---- ban, unban, list bans ---- */

struct ban_change {
    struct dispatch *dispatch;
    struct admin_request *request;
};

static void ban_changed(struct store_request *stored)
{
    struct ban_change *change = stored->context;
    struct bans *bans = change->dispatch->bans;
    const char *subject = stored->op[0].row.text[0];
    bool adds = stored->op[0].verb == STORE_BAN_ADD;
    if (stored->status == STORE_OK && adds) {
        size_t closed = bans_add(bans, subject);
        log_line(LOG_WARNING, "banned", "who=%s connections=%zu by=operator", subject, closed);
        admin_answer_json(change->request,
                          json_pack("{s:s,s:I}", "banned", subject, "disconnected", (json_int_t)closed));
    } else if (stored->status == STORE_OK) {
        bans_remove(bans, subject);
        log_line(LOG_WARNING, "unbanned", "who=%s by=operator", subject);
        admin_answer_json(change->request, json_pack("{s:s}", "unbanned", subject));
    } else if (stored->status == STORE_NOTHING) {
        admin_answer(change->request, false, adds ? "There is no such player." : "There is no such ban.");
    } else {
        admin_answer(change->request, false, "It could not be stored.");
    }
    if (stored->status == STORE_OK && change->dispatch->tables->shared != NULL) {
        news_bans_changed(change->dispatch->tables->shared);
    }
    free(change);
    store_request_free(stored);
}

static void change_ban(struct dispatch *dispatch, struct admin_request *request, const char *word,
                       enum store_verb verb)
{
    char subject[BAN_SUBJECT_BYTES];
    struct ban_change *change = malloc(sizeof *change);
    if (change == NULL || !bans_read_subject(word, subject)) {
        admin_answer(request, false, change == NULL ? "Out of memory." : bad_subject);
        free(change);
        return;
    }
    *change = (struct ban_change){dispatch, request};
    struct store_request *stored = store_request_new(ban_changed, change);
    if (verb == STORE_BAN_ADD) {
        store_request_add(stored, verb, (const char *[]){subject}, 1, (int64_t[]){wall_clock_now()}, 1);
    } else {
        store_request_add(stored, verb, (const char *[]){subject}, 1, NULL, 0);
    }
    store_submit(dispatch->store, stored);
}

void admin_ban(struct dispatch *dispatch, struct admin_request *request, const char *word)
{
    change_ban(dispatch, request, word, STORE_BAN_ADD);
}

void admin_unban(struct dispatch *dispatch, struct admin_request *request, const char *word)
{
    change_ban(dispatch, request, word, STORE_BAN_REMOVE);
}

static void bans_found(struct store_request *found)
{
    json_t *list = json_array();
    for (size_t i = 0; i < found->rows; i++) {
        json_array_append_new(list, json_pack("{s:s,s:o}", "banned", found->row[i].text[0], "since",
                                              admin_moment(found->row[i].number[0])));
    }
    admin_answer_json(found->context, list);
    store_request_free(found);
}

void admin_list_bans(struct dispatch *dispatch, struct admin_request *request)
{
    struct store_request *found = store_request_new(bans_found, request);
    store_request_add(found, STORE_BANS, NULL, 0, NULL, 0);
    store_submit(dispatch->store, found);
}

/* ---- close --all-open --by ---- */

enum { CLOSED_AT_ONCE = 200 }; /* so that other writes don't have to wait for thousands of these */

struct closing {
    struct tables *tables;
    struct admin_request *request;
    char subject[BAN_SUBJECT_BYTES];
    struct ip_prefix prefix; /* of an address */
    size_t closed, pending;
    bool failed;
};

/* Returns whether the host is connected from the prefix. Where tables were created is not known after a restart. */
static bool is_host_from(const struct table *table, const struct ip_prefix *prefix)
{
    const struct player *host = player_find(table->tables, table->lobby.host);
    const struct session *session = host == NULL ? NULL : LIST_FIRST(&host->sessions);
    for (; session != NULL; session = LIST_NEXT(session, player_entry)) {
        if (session->connection != NULL &&
            ip_prefix_contains(prefix, connection_address(session->connection))) {
            return true;
        }
    }
    return false;
}

static bool is_theirs(const struct closing *closing, const struct table *table)
{
    if (!bans_is_address(closing->subject)) {
        return strcmp(table->lobby.host, closing->subject) == 0;
    }
    return ip_prefix_contains(&closing->prefix, table->origin) || is_host_from(table, &closing->prefix);
}

static void close_some(struct closing *closing);

static void one_closed(void *context, struct table *table, bool stored)
{
    struct closing *closing = context;
    (void)table;
    closing->closed += stored;
    closing->failed = closing->failed || !stored;
    closing->pending--;
    if (closing->pending == 0) {
        close_some(closing);
    }
}

static void answer_closing(struct closing *closing)
{
    log_line(LOG_INFO, "tables_closed", "who=%s tables=%zu by=operator", closing->subject, closing->closed);
    if (closing->failed) {
        admin_answer(closing->request, false, "Not all of them could be stored; try again.");
    } else {
        admin_answer_json(closing->request, json_pack("{s:I}", "closed", (json_int_t)closing->closed));
    }
    free(closing);
}

/* Closes some of the tables, and continues once that is stored. Tables that are busy at that moment stay open. */
static void close_some(struct closing *closing)
{
    struct table *table;
    LIST_FOREACH (table, &closing->tables->all, entry) {
        if (closing->failed || closing->pending == CLOSED_AT_ONCE) {
            break;
        }
        if (table->lobby.state == TABLE_OPEN && is_theirs(closing, table)) {
            struct lobby lobby = table->lobby;
            lobby.state = TABLE_CLOSED;
            closing->pending += table_commit_lobby(table, &lobby, COMMIT_NOTIFY, one_closed, closing);
        }
    }
    if (closing->pending == 0) {
        answer_closing(closing);
    }
}

void admin_close_all(struct dispatch *dispatch, struct admin_request *request, const char *word)
{
    struct closing *closing = calloc(1, sizeof *closing);
    if (closing == NULL || !bans_read_subject(word, closing->subject)) {
        admin_answer(request, false, closing == NULL ? "Out of memory." : bad_subject);
        free(closing);
        return;
    }
    closing->tables = dispatch->tables;
    closing->request = request;
    if (bans_is_address(closing->subject)) {
        (void)ip_prefix_read(&closing->prefix, closing->subject);
    }
    close_some(closing);
}
