/* news.c: see news.h. */
#include "server/cluster/news.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/base/log.h"
#include "server/cluster/shared.h"
#include "server/table/bans.h"
#include "server/table/changes/lobby_push.h"
#include "server/table/changes/tables_elsewhere.h"
#include "server/table/changes/upkeep.h"
#include "server/verbs/account/expulsion.h"
#include "server/verbs/dispatch.h"

enum { EXPULSION_MILLISECONDS = 20000, ASK_EXPULSION_MILLISECONDS = 5000, WHY_BYTES = 200 };

/* An expulsion that another node has begun. The player may not be in memory here. */
struct foreign_expulsion {
    LIST_ENTRY(foreign_expulsion) entry;
    struct shared *shared;
    char player[PLAYER_ID_LENGTH + 1];
    bool removes;
    struct expulsion *expulsion; /* here; NULL if it was already stored, but a table is busy */
    bool is_looked_up;           /* the store is being asked whether the player is gone */
    uint64_t deadline;           /* when the store is asked, of the loop's clock */
    struct asked *asked;         /* answered once all earlier writes of this node are stored */
};

/* ---- names ---- */

static void tell_name(struct shared *shared, const char *player, const char *name)
{
    struct buffer body = {0};
    message_put_text(&body, player, strlen(player));
    message_put_text(&body, name, strlen(name));
    cluster_send_all(shared->cluster, MESSAGE_RENAMED, body.text, body.length);
    buffer_free(&body);
}

static bool receive_name(struct shared *shared, struct message_reader *reader)
{
    char id[PLAYER_ID_LENGTH + 1];
    char name[NAME_BYTES_MAX + 1];
    message_copy(reader, id, sizeof id);
    message_copy(reader, name, sizeof name);
    if (!message_is_whole(reader)) {
        return false;
    }
    struct player *player = player_find(shared->tables, id);
    if (player != NULL) {
        player_set_name(player, name);
        player->is_name_known = true;
        tables_rename_player(shared->tables, player);
    } else if (player_is_listed_elsewhere(shared->tables, id)) {
        lobby_send_name(shared->tables, id, name);
    }
    return true;
}

/* ---- bans ---- */

void news_bans_changed(struct shared *shared)
{
    cluster_send_all(shared->cluster, MESSAGE_BANS, "", 0);
}

static void reload_bans(struct shared *shared)
{
    bans_load(shared->dispatch->bans, shared->dispatch->store);
}

/* ---- expulsions: the node that begins one ---- */

struct expulsion_question {
    void (*done)(void *context, const char *why_not);
    void *context;
};

static void expulsion_answered(void *context, const struct answers *answers)
{
    struct expulsion_question question = *(struct expulsion_question *)context;
    char why_not[WHY_BYTES + LINK_NAME_BYTES] = "";
    for (size_t i = 0; i < answers->count; i++) {
        const struct answer *answer = &answers->answer[i];
        if (!answer->is_here) {
            (void)snprintf(why_not, sizeof why_not, "Node %s does not answer; try again.", answer->name);
        } else if (answer->status == 0) {
            (void)snprintf(why_not, sizeof why_not, "%.199s", answer->text);
        }
    }
    free(context);
    question.done(question.context, why_not[0] == '\0' ? NULL : why_not);
}

/* Returns a node that can't be reached but may be alive, or NULL. */
static const struct cluster_peer *unreachable_peer(const struct cluster *cluster)
{
    const struct cluster_peer *peer = cluster_first_peer(cluster);
    while (peer != NULL && cluster_peer_is_up(peer)) {
        peer = cluster_next_peer(peer);
    }
    return peer;
}

/*
 * Tokens are revoked even if a node can't be reached: it is notified later. A removal needs all nodes, because one that
 * does not know of it could store the name again.
 */
void news_ask_expulsion(struct shared *shared, const char *player, bool removes,
                        void (*done)(void *context, const char *why_not), void *context)
{
    const struct cluster_peer *unreachable = removes ? unreachable_peer(shared->cluster) : NULL;
    struct expulsion_question *question = malloc(sizeof *question);
    if (question == NULL || unreachable != NULL) {
        char why_not[WHY_BYTES];
        (void)snprintf(why_not, sizeof why_not, "Node %s can't be reached; try again.",
                       unreachable == NULL ? "" : unreachable->name);
        free(question);
        done(context, unreachable == NULL ? "Out of memory." : why_not);
        return;
    }
    *question = (struct expulsion_question){done, context};
    asks_send(&shared->asks, ASK_EXPEL, player, removes ? "removes" : "revokes", ASK_EXPULSION_MILLISECONDS,
              expulsion_answered, question);
}

static void write_expelled(struct buffer *body, const char *player, enum expelled how)
{
    message_put_text(body, player, strlen(player));
    message_put_number(body, how);
}

void news_expelled(struct shared *shared, const char *player, enum expelled how)
{
    struct news *news = &shared->news;
    struct buffer body = {0};
    if (how != EXPELLED_NOT) {
        size_t at = news->kept_count++ % EXPELLED_KEPT;
        (void)snprintf(news->kept[at].player, sizeof news->kept[at].player, "%s", player);
        news->kept[at].how = how;
    }
    write_expelled(&body, player, how);
    cluster_send_all(shared->cluster, MESSAGE_EXPELLED, body.text, body.length);
    buffer_free(&body);
}

void news_send(struct shared *shared, struct cluster_peer *peer)
{
    const struct news *news = &shared->news;
    for (size_t i = 0; i < news->kept_count && i < EXPELLED_KEPT; i++) {
        struct buffer body = {0};
        write_expelled(&body, news->kept[i].player, news->kept[i].how);
        cluster_send(peer, MESSAGE_EXPELLED, body.text, body.length);
        buffer_free(&body);
    }
    cluster_send(peer, MESSAGE_BANS, "", 0);
}

/* ---- expulsions: the other nodes ---- */

static struct foreign_expulsion *find_foreign(const struct shared *shared, const char *player)
{
    struct foreign_expulsion *foreign;
    LIST_FOREACH (foreign, &shared->news.foreign, entry) {
        if (strcmp(foreign->player, player) == 0) {
            return foreign;
        }
    }
    return NULL;
}

static struct foreign_expulsion *add_foreign(struct shared *shared, const char *player, bool removes)
{
    struct foreign_expulsion *foreign = calloc(1, sizeof *foreign);
    if (foreign == NULL) {
        abort(); /* as the store does: a name that should be gone would stay */
    }
    foreign->shared = shared;
    foreign->removes = removes;
    foreign->deadline = uv_now(shared->asks.loop) + EXPULSION_MILLISECONDS;
    (void)snprintf(foreign->player, sizeof foreign->player, "%s", player);
    LIST_INSERT_HEAD(&shared->news.foreign, foreign, entry);
    return foreign;
}

/* Ends what has begun here, and frees it unless the store is still being asked about it. */
static void end_foreign(struct foreign_expulsion *foreign, bool stored)
{
    if (foreign->expulsion != NULL) {
        expulsion_end(foreign->expulsion, stored);
    }
    LIST_REMOVE(foreign, entry);
    if (foreign->asked != NULL || foreign->is_looked_up) {
        foreign->shared = NULL; /* the store's answer frees it */
    } else {
        free(foreign);
    }
}

/* Everything that this node wrote before is in the store now. */
static void written_before(struct store_request *found)
{
    struct foreign_expulsion *foreign = found->context;
    struct asked *asked = foreign->asked;
    foreign->asked = NULL;
    asked_answer(asked, true, "", 0);
    if (foreign->shared == NULL) {
        free(foreign);
    }
    store_request_free(found);
}

static void look_up(struct foreign_expulsion *foreign, void (*done)(struct store_request *found))
{
    struct store_request *lookup = store_request_new(done, foreign);
    store_request_add(lookup, STORE_PLAYER_BY_ID, (const char *[]){foreign->player}, 1, NULL, 0);
    store_submit(foreign->shared->dispatch->store, lookup);
}

static void answer_expulsion(void *context, struct asked *asked, const char *player, const char *how)
{
    struct shared *shared = context;
    const char *why_not = "That player is being removed already.";
    bool removes = strcmp(how, "removes") == 0;
    bool may = find_foreign(shared, player) == NULL && strlen(player) <= PLAYER_ID_LENGTH;
    struct expulsion *expulsion = may ? expulsion_begin(shared->dispatch, player, removes, &why_not) : NULL;
    if (expulsion == NULL) {
        asked_answer(asked, false, why_not, strlen(why_not));
        return;
    }
    struct foreign_expulsion *foreign = add_foreign(shared, player, removes);
    foreign->expulsion = expulsion;
    foreign->asked = asked;
    look_up(foreign, written_before);
}

/* Applies a stored expulsion. If one of the player's tables is busy, news_tick() retries. */
static void apply(struct foreign_expulsion *foreign)
{
    const char *why_not;
    if (foreign->expulsion == NULL) {
        foreign->expulsion =
            expulsion_begin(foreign->shared->dispatch, foreign->player, foreign->removes, &why_not);
    }
    if (foreign->expulsion != NULL) {
        end_foreign(foreign, true);
    }
}

static bool receive_expelled(struct shared *shared, struct message_reader *reader)
{
    char player[PLAYER_ID_LENGTH + 1];
    message_copy(reader, player, sizeof player);
    uint32_t how = message_number(reader);
    if (!message_is_whole(reader) || how > EXPELLED_NOT) {
        return false;
    }
    struct foreign_expulsion *foreign = find_foreign(shared, player);
    if (how == EXPELLED_NOT) {
        if (foreign != NULL) {
            end_foreign(foreign, false);
        }
        return true;
    }
    if (foreign == NULL) {
        foreign = add_foreign(shared, player, how == EXPELLED_REMOVED);
    }
    log_line(LOG_INFO, how == EXPELLED_REMOVED ? "player_removed" : "tokens_revoked", "player=%s by=node",
             player);
    apply(foreign);
    return true;
}

/* A player who is no longer in the store has been removed. */
static void outcome_found(struct store_request *found)
{
    struct foreign_expulsion *foreign = found->context;
    foreign->is_looked_up = false;
    if (foreign->shared == NULL) {
        free(foreign);
    } else if (found->status == STORE_REFUSED) {
        foreign->deadline = uv_now(foreign->shared->asks.loop) + EXPULSION_MILLISECONDS;
    } else {
        end_foreign(foreign, found->status == STORE_NOTHING);
    }
    store_request_free(found);
}

void news_tick(struct shared *shared)
{
    struct foreign_expulsion *next;
    for (struct foreign_expulsion *foreign = LIST_FIRST(&shared->news.foreign); foreign != NULL;
         foreign = next) {
        next = LIST_NEXT(foreign, entry);
        if (foreign->expulsion == NULL) {
            apply(foreign);
        } else if (!foreign->is_looked_up && foreign->asked == NULL &&
                   uv_now(shared->asks.loop) >= foreign->deadline) {
            foreign->is_looked_up = true;
            look_up(foreign, outcome_found);
        }
    }
}

/* ---- all of it ---- */

bool news_received(struct shared *shared, unsigned type, const char *body, size_t length)
{
    struct message_reader reader = {.body = body, .length = length};
    if (type == MESSAGE_RENAMED) {
        return receive_name(shared, &reader);
    }
    if (type == MESSAGE_EXPELLED) {
        return receive_expelled(shared, &reader);
    }
    reload_bans(shared);
    return true;
}

void news_init(struct shared *shared)
{
    LIST_INIT(&shared->news.foreign);
    shared->dispatch->shared_hooks.renamed = tell_name;
    asks_set_handler(&shared->asks, ASK_EXPEL, answer_expulsion, shared);
}

void news_stop(struct shared *shared)
{
    struct foreign_expulsion *next;
    for (struct foreign_expulsion *foreign = LIST_FIRST(&shared->news.foreign); foreign != NULL;
         foreign = next) {
        next = LIST_NEXT(foreign, entry);
        end_foreign(foreign, false);
    }
}
