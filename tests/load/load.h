/*
 * load.h: what the parts of the load generator know of each other.
 *
 * main.c reads the command line and goes through the phases: connect, greet, sit down, play, wait for what
 * is under way, report. play.c has the tables and plays at them; hostile.c has those who do not play;
 * figures.h is what comes out. It is one thread, and everything hangs on one `struct load`.
 */
#ifndef LOAD_LOAD_H
#define LOAD_LOAD_H

#include "tests/load/choose.h"
#include "tests/load/figures.h"
#include "tests/load/websocket.h"

/* How far to go: the idle connections of the first two are measured too. */
enum target { TARGET_CONNECTED, TARGET_GREETED, TARGET_PLAYING };

enum hostile_kind {
    HOSTILE_SLOW,      /* watches with views and never reads */
    HOSTILE_GARBAGE,   /* sends what is no request, no JSON, no frame, no HTTP */
    HOSTILE_HALF_OPEN, /* begins a handshake and leaves it at that */
    HOSTILE_FLOOD,     /* asks as fast as it can, from one address */
    HOSTILE_KINDS
};

struct options {
    const char *server; /* ADDRESS:PORT */
    long pid;           /* of the server; 0: its time and memory are not looked at */
    long tables, onlookers;
    double rate; /* actions a second; 0: closed loop, the next as soon as the last has reached everybody */
    double warmup, seconds;
    long actions;         /* of a table, after which it rests; 0: no end */
    long reconnect_every; /* so many actions of a table somebody of it comes back; 0: never */
    long hostile[HOSTILE_KINDS];
    long addresses;
    long seed;
    long patience; /* seconds to wait for what must come */
    long hold;     /* seconds to stay, idle, before leaving */
    bool views, bare, json, resign;
    enum target target;
};

enum error_kind { ERROR_CLOSED, ERROR_REFUSED, ERROR_LOST, ERROR_UNEXPECTED, ERROR_UNANSWERED, ERROR_KINDS };

enum stage {
    STAGE_NONE,
    STAGE_CONNECTING,
    STAGE_CONNECTED,
    STAGE_GREETING,
    STAGE_GREETED,
    STAGE_CREATING,
    STAGE_SEATING,
    STAGE_WATCHING,
    STAGE_STARTING,
    STAGE_READY, /* somebody may act, and nothing is under way */
    STAGE_ACTING,
    STAGE_LEAVING, /* a finished game, before the next */
    STAGE_RETURNING,
    STAGE_RESTING, /* has played as much as it should */
    STAGE_DEAD,    /* after an error; counted, and not played on */
};

struct table;

struct player {
    struct websocket websocket; /* first: the callbacks cast */
    struct table *table;
    unsigned seat; /* SEATS and above: an onlooker */
    long seq;      /* of the last event told */
    bool ending;   /* has been told that the game is over, and waits for the last words */
    char token[64];
};

struct table {
    struct load *load;
    struct player *player; /* load->recipients of them */
    enum stage stage;
    unsigned waiting; /* messages, replies or connections until the next stage */
    unsigned actor;
    unsigned frames; /* that came of the action under way */
    bool over;
    long seq, replied_seq; /* before the action under way, and as its reply says */
    unsigned long actions;
    uint64_t begun; /* when the action under way was sent, or should have been */
    char id[32];
    char action[400];
    size_t action_length;
};

struct load {
    struct options options;
    struct net net;
    struct dice dice;
    unsigned recipients; /* of each table: players and onlookers */
    struct table *table;
    struct player *player;
    struct hostile *hostile;
    unsigned hostiles;

    /* Tables that may act, first come first served. */
    unsigned *ready;
    unsigned ready_first, ready_count;

    bool everybody_came; /* all players have connected */
    bool measuring;      /* what comes counts */
    bool leaving;        /* no new games */
    uint64_t measured_from, measured_to;

    uint64_t sent, delivered, delivered_bytes; /* while measuring */
    uint64_t actions, received, expected;      /* while playing: messages of actions, and how many they are */
    uint64_t games, reconnects, connections_made, keys;
    uint64_t error[ERROR_KINDS], hostile_sent[HOSTILE_KINDS], hostile_closed[HOSTILE_KINDS];
    struct delays delays;
};

/* Counts, and says the first few on standard error. */
void load_error(struct load *load, enum error_kind kind, const char *what, const char *text);

/* ---- play.c ---- */
bool tables_make(struct load *load); /* false: no memory */
void tables_free(struct load *load);
/* Begins to connect the Nth player. */
void player_connect(struct load *load, unsigned number);
/* A greeting, then sitting down, for a table that has come so far. */
void table_greet(struct table *table);
void table_sit_down(struct table *table);
/* Sends the table's chosen action; `begun` is when that should have been. */
void table_act(struct table *table, uint64_t begun);
/* Jack gives up, at a table where nothing is under way. */
void table_resign(struct table *table);
/* The table that has waited longest to act; NULL: none. */
struct table *tables_next_ready(struct load *load);
unsigned tables_at(const struct load *load, enum stage stage);

/* ---- hostile.c ---- */
bool hostiles_make(struct load *load);
void hostiles_free(struct load *load);
void hostiles_stir(struct load *load); /* every few milliseconds */

#endif
