/* bans.c: see bans.h. */
#include "server/table/bans.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/base/log.h"
#include "server/store/store.h"
#include "server/table/players.h"

struct ban {
    char subject[BAN_SUBJECT_BYTES];
    bool is_address;
    struct ip_prefix prefix; /* of an address */
};

struct bans {
    struct sessions *sessions;
    struct ban *ban;
    size_t count, capacity;
};

struct bans *bans_new(struct sessions *sessions)
{
    struct bans *bans = calloc(1, sizeof *bans);
    if (bans != NULL) {
        bans->sessions = sessions;
    }
    return bans;
}

void bans_free(struct bans *bans)
{
    if (bans != NULL) {
        free(bans->ban);
        free(bans);
    }
}

/* ---- subjects ---- */

bool bans_is_address(const char *subject)
{
    return strpbrk(subject, ".:") != NULL;
}

bool bans_read_subject(const char *word, char subject[BAN_SUBJECT_BYTES])
{
    struct ip_prefix prefix;
    if (bans_is_address(word)) {
        bool good = ip_prefix_read(&prefix, word);
        if (good) {
            ip_prefix_write(&prefix, subject);
        }
        return good;
    }
    return strlen(word) == PLAYER_ID_LENGTH && snprintf(subject, BAN_SUBJECT_BYTES, "%s", word) > 0;
}

/* ---- questions ---- */

static bool concerns(const struct ban *ban, const char *address, const char *player)
{
    return ban->is_address ? address != NULL && ip_prefix_contains(&ban->prefix, address)
                           : player != NULL && strcmp(ban->subject, player) == 0;
}

static bool has(const struct bans *bans, const char *address, const char *player)
{
    for (size_t i = 0; i < bans->count; i++) {
        if (concerns(&bans->ban[i], address, player)) {
            return true;
        }
    }
    return false;
}

bool bans_has_address(const struct bans *bans, const char *address)
{
    return has(bans, address, NULL);
}

bool bans_has_player(const struct bans *bans, const char *id)
{
    return has(bans, NULL, id);
}

/* ---- changes ---- */

/* Closes the connections that a ban concerns. Returns how many there were. */
static size_t enforce(const struct bans *bans, const struct ban *ban)
{
    const struct session *session;
    size_t closed = 0;
    LIST_FOREACH (session, &bans->sessions->all, entry) {
        if (session->connection != NULL && !connection_is_closing(session->connection) &&
            concerns(ban, connection_address(session->connection),
                     session->player == NULL ? NULL : session->player->id)) {
            connection_close(session->connection, CLOSE_POLICY, "banned");
            closed++;
        }
    }
    return closed;
}

static const struct ban *find(const struct bans *bans, const char *subject)
{
    for (size_t i = 0; i < bans->count; i++) {
        if (strcmp(bans->ban[i].subject, subject) == 0) {
            return &bans->ban[i];
        }
    }
    return NULL;
}

/* Returns NULL if there is no memory. */
static const struct ban *add(struct bans *bans, const char *subject)
{
    const struct ban *known = find(bans, subject);
    if (known != NULL) {
        return known;
    }
    if (bans->count == bans->capacity) {
        size_t capacity = bans->capacity == 0 ? 16 : bans->capacity * 2;
        struct ban *more = realloc(bans->ban, capacity * sizeof *more);
        if (more == NULL) {
            return NULL;
        }
        bans->ban = more;
        bans->capacity = capacity;
    }
    struct ban *ban = &bans->ban[bans->count++];
    *ban = (struct ban){.is_address = bans_is_address(subject)};
    (void)snprintf(ban->subject, sizeof ban->subject, "%s", subject);
    if (ban->is_address) {
        (void)ip_prefix_read(&ban->prefix, subject); /* it was checked before it was stored */
    }
    return ban;
}

size_t bans_add(struct bans *bans, const char *subject)
{
    const struct ban *ban = add(bans, subject);
    if (ban == NULL) {
        log_line(LOG_ERROR, "ban_not_loaded", "who=%s", subject);
        return 0;
    }
    return enforce(bans, ban);
}

void bans_remove(struct bans *bans, const char *subject)
{
    const struct ban *found = find(bans, subject);
    if (found != NULL) {
        bans->ban[found - bans->ban] = bans->ban[--bans->count];
    }
}

/* ---- loading ---- */

static void loaded(struct store_request *found)
{
    struct bans *bans = found->context;
    if (found->status != STORE_REFUSED) {
        bans->count = 0;
    }
    for (size_t i = 0; i < found->rows; i++) {
        (void)bans_add(bans, found->row[i].text[0]);
    }
    if (found->status == STORE_REFUSED) {
        log_line(LOG_ERROR, "bans_not_loaded", "why=storage");
    }
    store_request_free(found);
}

void bans_load(struct bans *bans, struct store *store)
{
    struct store_request *all = store_request_new(loaded, bans);
    store_request_add(all, STORE_BANS, NULL, 0, NULL, 0);
    store_submit(store, all);
}
