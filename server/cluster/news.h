/*
 * news.h: events at one node that concern all of them: new names, bans, and players who are removed or whose tokens are
 * revoked.
 *
 * A player is removed at all nodes together. First every node is asked; it disconnects the player, and writes nothing with
 * their name until it learns the outcome. A node that is not notified looks in the store. Revocations and removals are sent
 * again when a link comes up. That is harmless, because ids of players are never reused.
 */
#ifndef GASLIGHT_NEWS_H
#define GASLIGHT_NEWS_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/queue.h>

#include "server/base/identity.h"
#include "server/cluster/cluster.h"

struct shared;
struct foreign_expulsion;

enum { EXPELLED_KEPT = 1000 };

/* How an expulsion ended, as the message EXPELLED says. */
enum expelled { EXPELLED_REVOKED, EXPELLED_REMOVED, EXPELLED_NOT };

struct news {
    LIST_HEAD(, foreign_expulsion) foreign; /* that other nodes have begun */
    struct {
        char player[PLAYER_ID_LENGTH + 1];
        enum expelled how;
    } kept[EXPELLED_KEPT]; /* the latest ones of this node */
    size_t kept_count;     /* how many there have been in total */
};

/* Sets the hook of the dispatcher for new names, and the handler of questions. */
void news_init(struct shared *shared);
void news_stop(struct shared *shared); /* ends expulsions of other nodes as if they had failed */

/*
 * Asks all nodes to begin an expulsion. Calls `done` with NULL, or with a sentence that says why it is not possible. In
 * either case, call news_expelled() when the expulsion has ended.
 */
void news_ask_expulsion(struct shared *shared, const char *player, bool removes,
                        void (*done)(void *context, const char *why_not), void *context);
void news_expelled(struct shared *shared, const char *player, enum expelled how);

/* Notifies all nodes that the list of bans has changed. */
void news_bans_changed(struct shared *shared);

/* Sends a node what it may have missed. */
void news_send(struct shared *shared, struct cluster_peer *peer);

/* The messages RENAMED, EXPELLED and BANS. Return false if the body is malformed. */
bool news_received(struct shared *shared, unsigned type, const char *body, size_t length);

/* Resolves expulsions whose outcome has not arrived; called several times per second. */
void news_tick(struct shared *shared);

#endif
