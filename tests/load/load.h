/*
 * load.h: types and functions shared by the parts of the load generator.
 *
 * main.c parses the command line and runs the phases: connect, greet, take seats, play, drain, report. play.c
 * plays at the tables, crowd.c watches one of them, hostile.c runs the misbehaving clients, figures.h collects the results. The program is
 * single-threaded; all state is in one `struct load`.
 */
#ifndef LOAD_LOAD_H
#define LOAD_LOAD_H

#include "tests/load/choose.h"
#include "tests/load/figures.h"
#include "tests/load/websocket.h"

/* How far to go. Idle connections after the first two stages are measured too. */
enum target { TARGET_CONNECTED, TARGET_GREETED, TARGET_PLAYING };

enum hostile_kind {
    HOSTILE_SLOW,      /* watches with views and never reads */
    HOSTILE_GARBAGE,   /* sends invalid requests, JSON, frames or HTTP */
    HOSTILE_HALF_OPEN, /* starts a handshake and never finishes it */
    HOSTILE_FLOOD,     /* sends requests as fast as it can, from one address */
    HOSTILE_KINDS
};

struct options {
    const char *server;   /* ADDRESS:PORT */
    const char *then;     /* where everyone connects again once the games have started; NULL: they stay */
    const char *crowd_at; /* servers of the crowd, separated by commas; NULL: that of the players */
    long pid;             /* process ID of the server; 0: do not measure its CPU time and memory */
    long tables, onlookers, crowd;
    double
        rate; /* actions per second; 0: closed loop, the next action as soon as everyone has received the last */
    double warmup, seconds;
    long actions;         /* actions per table, after which it stops; 0: unlimited */
    long reconnect_every; /* every so many actions of a table, one of its clients reconnects; 0: never */
    long hostile[HOSTILE_KINDS];
    long addresses;
    long seed;
    long patience; /* seconds to wait for an expected message */
    long hold;     /* seconds to stay idle before leaving */
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
    STAGE_READY, /* a player can act, and nothing is in flight */
    STAGE_ACTING,
    STAGE_LEAVING, /* a finished game, before the next one */
    STAGE_RETURNING,
    STAGE_FINISHED, /* has played as many actions as requested */
    STAGE_DEAD,     /* after an error; counted, and not played any further */
};

struct table;

struct player {
    struct websocket websocket; /* must be first: callbacks cast to it */
    struct table *table;
    unsigned seat; /* SEATS and above: a spectator */
    long seq;      /* number of the last event received */
    bool ending;   /* knows that the game is over, and waits for its last messages */
    char token[64];
};

struct table {
    struct load *load;
    struct player *player; /* load->recipients entries */
    enum stage stage;
    unsigned waiting; /* messages, replies or connections expected before the next stage */
    unsigned actor;
    unsigned frames; /* messages received for the action in flight */
    bool over;
    long seq, replied_seq; /* number of events before the action in flight, and according to its reply */
    unsigned long actions;
    uint64_t begun; /* when the action in flight was sent, or should have been */
    char id[32];
    char action[400];
    size_t action_length;
};

enum { CROWD_SERVERS = 8 };

struct spectator;

struct load {
    struct options options;
    struct net net;
    struct dice dice;
    unsigned recipients; /* per table: players and spectators */
    struct table *table;
    struct player *player;
    struct hostile *hostile;
    unsigned hostiles;
    struct spectator *crowd;
    struct sockaddr_in crowd_server[CROWD_SERVERS];
    unsigned crowd_servers;
    uint64_t crowd_begun, crowd_watching, crowd_received;

    /* Queue of tables that can act. */
    unsigned *ready;
    unsigned ready_first, ready_count;

    bool all_connected; /* all players have connected */
    bool measuring;     /* messages received now are measured */
    bool leaving;       /* start no new games */
    uint64_t measured_from, measured_to;

    uint64_t sent, delivered, delivered_bytes; /* while measuring */
    uint64_t actions, received,
        expected; /* while playing: messages received for actions, and how many were expected */
    uint64_t games, reconnects, connections_made, keys;
    uint64_t error[ERROR_KINDS], hostile_sent[HOSTILE_KINDS], hostile_closed[HOSTILE_KINDS];
    struct delays delays;
};

/* Counts the error, and prints the first few to standard error. */
void load_error(struct load *load, enum error_kind kind, const char *what, const char *text);

/* ---- play.c ---- */
bool tables_make(struct load *load); /* returns false if out of memory */
void tables_free(struct load *load);
/* Starts connecting the Nth player. */
void player_connect(struct load *load, unsigned number);
/* Greet, then take seats, at a table that has reached that stage. */
void table_greet(struct table *table);
void table_take_seats(struct table *table);
/* Lets everyone at a table leave and resume, at the server that is set now. */
void table_move(struct table *table);
/* Sends the action the table has chosen; `begun` is when it should have been sent. */
void table_act(struct table *table, uint64_t begun);
/* Lets Jack resign, at a table with nothing in flight. */
void table_resign(struct table *table);
/* Returns the table that has waited longest to act; NULL if none can. */
struct table *tables_next_ready(struct load *load);
unsigned tables_at(const struct load *load, enum stage stage);

/* ---- crowd.c ---- */
bool crowd_make(struct load *load);   /* returns false if out of memory, or if an address is invalid */
bool crowd_gather(struct load *load); /* connects some more; returns whether all of them watch */
void crowd_free(struct load *load);

/* ---- hostile.c ---- */
bool hostiles_make(struct load *load);
void hostiles_free(struct load *load);
void hostiles_tick(struct load *load); /* call it every few milliseconds */

#endif
