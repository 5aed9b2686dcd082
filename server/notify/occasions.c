/* occasions.c: see occasions.h. */
#include "server/notify/occasions.h"

#include <stdio.h>
#include <string.h>

#include "server/base/wall_clock.h"
#include "server/notify/notice.h"
#include "server/notify/outbox.h"

enum {
    DROP_SECONDS = 24 * 60 * 60,
    CLOCK_LEAST = 10 * 60, /* shorter clocks are for people who are there */
    CLOCK_LOW_MOST = 60 * 60,
};

/* ---- who looks ---- */

/* Returns whether a page or terminal of the player shows the table, as far as we know. */
static bool looks_at(const struct table *table, const char *player)
{
    const struct watch *watch;
    LIST_FOREACH (watch, &table->watches, table_entry) {
        if (!watch->is_away && strcmp(watch->session->player->id, player) == 0) {
            return true;
        }
    }
    return false;
}

static struct seat *seat_of(struct table *table, const char *player)
{
    for (unsigned i = 0; i < MEMBERS_MAX; i++) {
        if (table->seat[i].player != NULL && strcmp(table->seat[i].player->id, player) == 0) {
            return &table->seat[i];
        }
    }
    return NULL;
}

void occasions_looked(struct table *table, const struct player *player)
{
    struct seat *seat = table->tables->notify->is_on ? seat_of(table, player->id) : NULL;
    if (seat == NULL || seat->has_looked) {
        return;
    }
    seat->has_looked = true;
    struct store_request *write = store_request_new(store_request_free, NULL);
    store_request_add(write, STORE_NOTICE_LOOK, (const char *[]){player->id, table->id}, 2, NULL, 0);
    store_submit(table->tables->store, write);
}

/* ---- adding ---- */

/* What a notification is about, and the write that it belongs to. */
struct occasion {
    struct table *table; /* NULL if it is new */
    const char *id;
    const struct lobby *lobby;
    struct notify *notify;
    struct store_request *write;
};

static enum notice_part part_of(enum notice_kind kind)
{
    return kind == NOTICE_TURN ? NOTICE_BEGINS_TURN : kind == NOTICE_CLOCK ? NOTICE_WARNS : NOTICE_TELLS;
}

/* Returns the seconds after which a notification is useless; for a warning, those until the time is up. */
static int64_t seconds_of_use(const struct occasion *occasion, enum notice_kind kind)
{
    int64_t seconds =
        kind == NOTICE_CLOCK ? (int64_t)(table_clock_runs_out(occasion->table) / 1000) : DROP_SECONDS;
    return seconds < DROP_SECONDS ? seconds : DROP_SECONDS;
}

/* Adds a notification for one player. The store decides whether they want it and have not had one. */
static void add(const struct occasion *occasion, const char *player, enum notice_kind kind)
{
    char id[NOTICE_ID_LENGTH + 1];
    char body[NOTICE_BODY_MAX];
    struct notice notice = {.kind = kind, .game = occasion->lobby->game};
    struct seat *seat = occasion->table == NULL ? NULL : seat_of(occasion->table, player);
    (void)snprintf(notice.table, sizeof notice.table, "%s", occasion->id);
    notice_write(&notice, body);
    identity_random_text(id, NOTICE_ID_LENGTH);
    store_request_add(occasion->write, STORE_NOTICE_ADD, (const char *[]){player, occasion->id, id, body}, 4,
                      (int64_t[]){wall_clock_now(), notice_bit(kind),
                                  occasion->notify->options->notify_per_hour, seconds_of_use(occasion, kind),
                                  part_of(kind)},
                      5);
    if (seat != NULL) {
        seat->has_looked = false;
    }
    outbox_kick(occasion->notify->outbox);
}

/* ---- turns, ends, people who join, rematches ---- */

/* Returns the pawns whose turn it is, which everyone sees; none before the start and after the end. */
static unsigned actors(const struct lobby *lobby, const struct game *game)
{
    return lobby->state == TABLE_RUNNING ? game_actors(game) : 0;
}

/* Returns what this change means to a member; NOTICE_KIND_COUNT if nothing. */
static enum notice_kind meaning(const struct storing *storing, const struct member *member, unsigned before,
                                unsigned after)
{
    const struct lobby *was = &storing->table->lobby;
    const struct lobby *is = storing->lobby;
    int index = lobby_member(was, member->player);
    unsigned had = index < 0 || was->member[index].bot != 0 ? 0 : was->member[index].pawns & before;
    if (was->state == TABLE_RUNNING && is->state == TABLE_FINISHED) {
        return NOTICE_OVER;
    }
    if (member->bot == 0 && (member->pawns & after) != 0 && had == 0) {
        return NOTICE_TURN;
    }
    bool is_host = strcmp(is->host, member->player) == 0 && strcmp(was->host, member->player) == 0;
    if (is->state == TABLE_OPEN && is_host && lobby_people(is) > lobby_people(was)) {
        return NOTICE_JOINED;
    }
    return NOTICE_KIND_COUNT;
}

static void notify_members(const struct storing *storing, const struct occasion *occasion)
{
    struct table *table = storing->table;
    struct game started;
    const struct game *game = storing->game;
    if (table->lobby.state == TABLE_CLOSED) {
        return; /* it is being created, by the only person there */
    }
    if (table->lobby.state == TABLE_OPEN && storing->lobby->state == TABLE_RUNNING) {
        if (game_new(table_board(table), &started, &storing->lobby->setup) != ERROR_OK) {
            return;
        }
        game = &started;
    }
    unsigned before = actors(&table->lobby, &table->game);
    unsigned after = actors(storing->lobby, game);
    for (unsigned i = 0; i < storing->lobby->members; i++) {
        const struct member *member = &storing->lobby->member[i];
        enum notice_kind kind = meaning(storing, member, before, after);
        if (kind != NOTICE_KIND_COUNT && !member_is_bot(member) && !looks_at(table, member->player)) {
            add(occasion, member->player, kind);
        }
    }
}

/* Those who still look at the old table see the rematch there. */
static void notify_rematch(const struct storing *storing, const struct occasion *occasion)
{
    for (unsigned i = 0; i < storing->lobby->members; i++) {
        const struct member *member = &storing->lobby->member[i];
        if (!member_is_bot(member) && !looks_at(storing->table, member->player)) {
            add(occasion, member->player, NOTICE_REMATCH);
        }
    }
}

void occasions_storing(const struct storing *storing)
{
    struct occasion occasion = {.table = storing->is_rematch ? NULL : storing->table,
                                .id = storing->id,
                                .lobby = storing->lobby,
                                .notify = storing->table->tables->notify,
                                .write = storing->write};
    if (storing->is_rematch) {
        notify_rematch(storing, &occasion);
    } else {
        notify_members(storing, &occasion);
    }
}

/* ---- chat ---- */

void occasions_chat(const struct table *table, const char *player, const char *audience,
                    struct store_request *write)
{
    struct notify *notify = table->tables->notify;
    struct table *changed = table_find(table->tables, table->id);
    if (!notify->is_on || strcmp(audience, "table") != 0 || changed == NULL) {
        return;
    }
    struct occasion occasion = {
        .table = changed, .id = table->id, .lobby = &table->lobby, .notify = notify, .write = write};
    for (unsigned i = 0; i < table->lobby.members; i++) {
        const struct member *member = &table->lobby.member[i];
        if (!member_is_bot(member) && strcmp(member->player, player) != 0 &&
            !looks_at(table, member->player)) {
            add(&occasion, member->player, NOTICE_CHAT);
        }
    }
}

/* ---- clocks ---- */

uint64_t occasions_low_clock(uint32_t seconds)
{
    uint64_t low = seconds / 4 < CLOCK_LOW_MOST ? seconds / 4 : CLOCK_LOW_MOST;
    return seconds < CLOCK_LEAST ? 0 : low * 1000;
}

static void check_clock(struct notify *notify, struct table *table)
{
    unsigned awaited = actors(&table->lobby, &table->game);
    uint64_t low = occasions_low_clock(table->lobby.clock);
    uint64_t next;
    struct occasion occasion = {.table = table, .id = table->id, .lobby = &table->lobby, .notify = notify};
    if (low == 0 || table->is_leaving || table->low_clock == table->entries + 1 ||
        table_clock_left(table) > low || table_clock_resumes(table, &next) != 0) {
        return;
    }
    table->low_clock = table->entries + 1;
    occasion.write = store_request_new(store_request_free, NULL);
    for (unsigned i = 0; i < table->lobby.members; i++) {
        const struct member *member = &table->lobby.member[i];
        if (member->bot == 0 && (member->pawns & awaited) != 0 && !looks_at(table, member->player)) {
            add(&occasion, member->player, NOTICE_CLOCK);
        }
    }
    if (occasion.write->count > 0) {
        store_submit(notify->store, occasion.write);
    } else {
        store_request_free(occasion.write);
    }
}

void occasions_sweep(struct notify *notify)
{
    struct table *table;
    LIST_FOREACH (table, &notify->tables->all, entry) {
        if (table->lobby.state == TABLE_RUNNING) {
            check_clock(notify, table);
        }
    }
}
