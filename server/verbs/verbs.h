/*
 * verbs.h: every request a client can make, one row each.
 *
 * A row says which keys the request takes, what must be true before its function is called, and the
 * function, which answers the request now or once the store is done. Handlers live in people.c, making.c,
 * lobby_verbs.c, bot_seats.c, play.c, watching.c, talk.c, archive.c, replay.c and deduce.c.
 */
#ifndef GASLIGHT_VERBS_H
#define GASLIGHT_VERBS_H

#include "server/server.h"

enum verb_needs {
    NEEDS_NOTHING = 0,
    NEEDS_HELLO = 1U << 0,
    NEEDS_TABLE = 1U << 1, /* "table" names one that this player may know of (with "invite" if private) */
    NEEDS_SEAT = 1U << 2,  /* and sits at */
    NEEDS_HOST = 1U << 3,  /* and hosts */
    NEEDS_KEY = 1U << 4,   /* "key" is given and well-formed */
    NEEDS_TURN = 1U << 5,  /* it may change the table: waits while another change is with the store */
    BRINGS_BACK = 1U << 6, /* whoever asks is at the table again: a bot that stood in for him stands aside */
};

enum key_type { KEY_STRING, KEY_INTEGER, KEY_BOOLEAN, KEY_ARRAY, KEY_OBJECT };

enum { VERB_KEYS_MAX = 8 };

struct verb_key {
    const char *name;
    enum key_type type;
    bool optional;
};

struct verb {
    const char *name;
    unsigned needs;
    void (*run)(struct request *request);
    struct verb_key key[VERB_KEYS_MAX]; /* besides id and do; ends with a NULL name */
};

const struct verb *verb_find(const char *name);

/* NULL, or a sentence about the first key that is unknown, missing or of the wrong type. */
const char *verb_check(const struct verb *verb, json_t *body, char *sentence, size_t capacity);

/* The value of a key that verb_check() has seen, or NULL / `otherwise` / false when it is not there. */
const char *body_text(const struct request *request, const char *key);
json_int_t body_number(const struct request *request, const char *key, json_int_t otherwise);
bool body_flag(const struct request *request, const char *key);

/* A list of pawns of this game, each once: Jack alone, or policemen only. False: it is not that. */
bool read_pawns(const json_t *list, enum game_kind game, unsigned *pawns);

/* {"table":{...}}, as who asked may see it. */
void answer_table(struct request *request, struct table *table);

void do_hello(struct request *request);
void do_ping(struct request *request);
void do_code(struct request *request);
void do_rename(struct request *request);
void do_tables(struct request *request);
void do_mine(struct request *request);
void do_create(struct request *request);
void do_join(struct request *request);
void do_pawns(struct request *request);
void do_leave(struct request *request);
void do_kick(struct request *request);
void do_host(struct request *request);
void do_seat(struct request *request);
void do_bot(struct request *request);
void do_start(struct request *request);
void do_rematch(struct request *request);
void do_act(struct request *request);
void do_undo(struct request *request);
void do_resign(struct request *request);
void do_suggest(struct request *request);
void do_watch(struct request *request);
void do_unwatch(struct request *request);
void do_chat(struct request *request);
void do_marks(struct request *request);
void do_archive(struct request *request);
void do_record(struct request *request);
void do_replay(struct request *request);
void do_deduce(struct request *request);

#endif
