/*
 * postgres.h: what the files of the PostgreSQL engine share.
 *
 * The engine has two connections: one that writes and one that reads. Several nodes use the same database. Each has a row
 * in the table `nodes`. Every transaction that writes begins with the fence, an UPDATE of this row that also gives the
 * transaction a number and renews the lease. Another node deposes this one by deleting the row. The deletion waits for a
 * transaction that has passed the fence, and the next transaction does not pass it.
 *
 * A connection may be lost after COMMIT was sent. The old backend may still commit later, so reading the number is not
 * enough: postgres_resolve() locks the row first. If the transaction is not committed, it changes the number, so that the
 * transaction can never pass the fence.
 */
#ifndef GASLIGHT_STORE_POSTGRES_H
#define GASLIGHT_STORE_POSTGRES_H

#include "server/store/postgres/libpq.h"
#include "server/store/store.h"

/* ---- A connection ------------------------------------------------------------------------------ */

/* It must not be moved while it is connected. */
struct postgres {
    PGconn *handle; /* or NULL */
    /* A warning has arrived since this was last set to false. COMMIT succeeds with a warning if the server gave up
     * waiting for a replica; the transaction can then still be lost. */
    bool warned;
};

enum postgres_use {
    POSTGRES_WRITE,
    POSTGRES_READ, /* transactions are read-only */
};

/*
 * Connects with the settings that make commits durable, and checks them; libpq must be loaded. Does not look at the
 * schema. On failure returns false with nothing left open, and `error` holds one sentence.
 */
bool postgres_connect(struct postgres *connection, const char *url, enum postgres_use use, char *error,
                      size_t capacity);
void postgres_disconnect(struct postgres *connection); /* does nothing if it is not connected */

/* Runs a statement with text parameters, or several statements without any. Returns NULL on failure. */
PGresult *postgres_query(struct postgres *connection, const char *sql, const char *const *texts, int count);
bool postgres_do(struct postgres *connection, const char *sql);

/* Describes the last error in one line without a full stop. */
const char *postgres_error(const struct postgres *connection, char *text, size_t capacity);

/* Returns the number in a row of a result; 0 if it is NULL. */
int64_t postgres_number(const PGresult *result, int row, int column);

/* What became of a statement. */
enum postgres_result {
    POSTGRES_DONE,
    POSTGRES_FAILED,  /* a clean failure: its transaction can only be rolled back */
    POSTGRES_SKIPPED, /* an earlier statement of the pipeline failed */
    POSTGRES_LOST,    /* the connection is gone, and with it what is known about the transaction */
};

/* `code` is set to the SQLSTATE of a clean failure, and to "" otherwise. */
enum { SQLSTATE_SIZE = 6 };
enum postgres_result postgres_result_of(const PGresult *result, char code[SQLSTATE_SIZE]);

/* ---- Schema and nodes -------------------------------------------------------------------------- */

/* Applies all missing migrations. A newer schema is accepted. On failure, `error` holds one sentence. */
bool postgres_migrate(struct postgres *connection, char *error, size_t capacity);

/* This node's row, as far as this process knows it. */
struct postgres_node {
    int64_t number;
    int64_t batch; /* the number of the last transaction that is known to have been committed, or burned */
};

/* When a lease that is renewed now ends, by PostgreSQL's clock. Other nodes may then depose this one. */
#define POSTGRES_LEASE_END "clock_timestamp() + interval '6 s'"

/* Adds a row for this process, after deposing an earlier one with the same name. */
bool postgres_register(struct postgres *connection, const struct store_place *place,
                       struct postgres_node *node, char *error, size_t capacity);

/* What the writing connection of a node is called in pg_stat_activity, followed by the node's number. */
#define POSTGRES_WRITER_NAME "gaslightd writes, node "

/* Gives the writing connection its name. */
bool postgres_name_writer(struct postgres *connection, const struct postgres_node *node);

/*
 * The fence: sets the batch of node $1 to $2 and `written` to $4, and renews its lease. Fails with a division by zero if
 * the row is gone or its batch is not $3, so that no later statement of the transaction can be carried out.
 */
const char *postgres_fence_sql(void);

/* STORE_TABLE_CLAIM: makes node $3 the owner of table $1 if its owner is still $2, or 0 for none. */
const char *postgres_claim_sql(void);

/* Logs that this node was deposed, and ends the process with STORE_EXIT_DEPOSED. Nothing more is answered. */
_Noreturn void postgres_deposed(const struct postgres_node *node);

/* ---- The outcome of a lost transaction ---------------------------------------------------------- */

enum postgres_outcome {
    POSTGRES_COMMITTED, /* and durable */
    POSTGRES_BURNED,    /* not committed, and never will be; the row's batch is now burned_batch() */
    POSTGRES_GONE,      /* the node was deposed */
    POSTGRES_UNKNOWN,   /* this connection was lost too, or its commit is not durable; try another one */
};

/* Returns the batch of the row after a transaction was burned. It differs from the transaction's number, so that both
 * cases can be distinguished. */
static inline int64_t burned_batch(int64_t batch)
{
    return batch + 1;
}

/*
 * Finds out what became of this node's transaction `batch`, whose connection was lost, and makes the outcome final. Writes
 * and commits in either case: once that commit is durable, so is everything before it.
 */
enum postgres_outcome postgres_resolve(struct postgres *connection, const struct postgres_node *node,
                                       int64_t batch);

/* ---- Verbs ------------------------------------------------------------------------------------- */

/*
 * A verb in SQL. The parameters are the texts, the numbers and this node's number, as $1, $2, ...; the columns of a read
 * are texts, then numbers. A write runs all its statements. One that must change a row divides by zero if it does not;
 * `unchanged` is the status then. A read runs one statement, which postgres_read.c chooses; the archive's have one more
 * column: whether the row is visible.
 */
enum { POSTGRES_STATEMENTS = 4, POSTGRES_PARAMETERS = STORE_TEXTS + STORE_NUMBERS + 1 };

struct postgres_statement {
    const char *sql;
    enum store_status unchanged;
};

struct postgres_verb {
    struct postgres_statement statement[POSTGRES_STATEMENTS];
    unsigned texts, numbers, columns, number_columns;
};

extern const struct postgres_verb postgres_verbs[STORE_VERB_COUNT];

/* Returns the SQL of a statement of a verb, or NULL if it has no such statement. */
const char *postgres_verb_sql(enum store_verb verb, unsigned statement);

/* Prepares the statements of all verbs that this connection may use. On failure, `error` holds one sentence. */
bool postgres_prepare(struct postgres *connection, enum postgres_use use, char *error, size_t capacity);

/*
 * Between postgres_begin_pipeline() and postgres_receive_sync() statements are sent without waiting. All of them must have
 * been received before the synchronization point. The functions that send return false if the connection is lost.
 */
bool postgres_begin_pipeline(struct postgres *connection);
bool postgres_send_fence(struct postgres *connection, const struct postgres_node *node, uint64_t written);
bool postgres_send(struct postgres *connection, enum store_verb verb, unsigned statement,
                   const struct store_row *row, const struct postgres_node *node);
bool postgres_send_control(struct postgres *connection, const char *sql); /* without parameters */
bool postgres_send_sync(struct postgres *connection);

/* Receives the result of the next statement; with `kept`, the caller clears it. */
enum postgres_result postgres_receive(struct postgres *connection, char code[SQLSTATE_SIZE], PGresult **kept);

/* Receives the synchronization point and ends the pipeline. Returns false if the connection is lost. */
bool postgres_receive_sync(struct postgres *connection);

/* ---- Batches ----------------------------------------------------------------------------------- */

/* What became of one attempt to carry out a batch. */
enum postgres_attempt {
    ATTEMPT_COMMITTED, /* every request has its status */
    ATTEMPT_REFUSED,   /* nothing was written */
    ATTEMPT_AGAIN,     /* nothing was written, because of a deadlock */
    ATTEMPT_LOST,      /* if it was committed, every request has its status */
};

/* Carries out a batch, or none (NULL), as one transaction with the number node->batch + 1. */
enum postgres_attempt postgres_attempt(struct postgres *connection, const struct postgres_node *node,
                                       struct store_request *batch, uint64_t number);

/* Carries out STORE_PLAYER_REMOVE outside of a pipeline. `code` is as in postgres_result_of(). */
enum postgres_result postgres_remove_player(struct postgres *connection, const char *player,
                                            enum store_status *status, char code[SQLSTATE_SIZE]);

/* ---- Reads and loading ------------------------------------------------------------------------- */

/*
 * Carries out a read in a transaction of its own. Returns false if the connection is lost. `*seen` is the number of the
 * last batch that it could see.
 */
bool postgres_read(struct postgres *connection, const struct postgres_node *node,
                   struct store_request *request, uint64_t *seen);

/* Claims the open and running tables that no living node owns. On failure, `error` holds one sentence. */
bool postgres_claim_all(struct postgres *connection, struct postgres_node *node, char *error,
                        size_t capacity);

/* Loads the open and running tables of this node; calls `beat` now and then, which keeps the lease. */
bool postgres_load(struct postgres *connection, const struct postgres_node *node,
                   const struct store_loader *loader, void (*beat)(void *context), void *context, char *error,
                   size_t capacity);

#endif
