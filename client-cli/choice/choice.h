/*
 * choice.h: choosing an action on the map, step by step.
 *
 * From the legal choices it tells which places can be picked now, takes picks one after the other (a coach
 * has two, the patrols seven with faces), and ends in an action to be shown and confirmed. Pure:
 * screen_table.c draws it and feeds it with keys and clicks.
 *
 * What can be done is a list of items, one for each kind, pawn and variant. As long as the player has taken
 * none of them the map offers the usual ones of one pawn (`focus`) at once: a pick takes the first that fits,
 * and choice_cycle() goes on to the next (search here, or arrest here).
 */
#ifndef GASLIGHT_CHOICE_H
#define GASLIGHT_CHOICE_H

#include "client-cli/map/map.h"
#include "common/view/view.h"

/* One of the things that can be done now: a row of the list that is one key away. */
struct choice_item {
    enum action_kind kind;
    enum pawn by;
    bool power, escape, all; /* variants of the same kind; all: an arrest that names no circle */
    enum letter letter;      /* of ACTION_LETTER */
    enum tile tile;          /* of ACTION_RECLAIM */
    enum pawn pawn;          /* named by Goulston Street, or sent there; PAWN_JACK: nobody */
    char label[80];          /* "Coach (2 left)", "Red searches" */
    char key;                /* that picks it */
    uint8_t row;             /* of the table of kinds */
};

enum { CHOICE_ITEMS_MAX = 48, CHOICE_PICKS_MAX = 16 };

struct choice {
    const struct board *board;
    struct view view;
    struct viewed_legal legal;

    unsigned items;
    struct choice_item item[CHOICE_ITEMS_MAX];
    int chosen;       /* index of the item under way, or -1: several kinds are offered on the map at once */
    bool by_map;      /* `chosen` came from a pick on the map, and goes when the pick is taken back */
    enum pawn focus;  /* whose items the map offers */
    uint8_t put_next; /* the face of the patrol that is put next */

    unsigned picks;
    uint8_t pick[CHOICE_PICKS_MAX]; /* places so far, as the item takes them */
    uint8_t face[CHOICE_PICKS_MAX]; /* of patrols */
    bool complete;                  /* `action` can be confirmed */
    struct action action;
};

/* Begins anew from what can be done now. */
void choice_begin(struct choice *choice, const struct board *board, const struct view *view,
                  const struct viewed_legal *legal);

/*
 * Takes one item of the list, or -1 to go back to what the map offers by itself. A single place that was
 * picked already is kept if the item can begin with it.
 */
void choice_select_item(struct choice *choice, int item);

/* The item a key stands for: of the pawn in focus first, the next one if it is taken already; -1: none. */
int choice_item_of_key(const struct choice *choice, char key);

/* Turns to the choices of another pawn; false: he has none. */
bool choice_select_pawn(struct choice *choice, enum pawn pawn);

/*
 * What Tab does, forwards (1) or backwards (-1): the next face of a patrol, another thing to do at the place
 * that was picked, or the next pawn. False: there is nothing else.
 */
bool choice_cycle(struct choice *choice, int direction);

/* Puts this face next; false: it is not to be had now. */
bool choice_set_next_face(struct choice *choice, enum pawn face);

/* The places that can be picked now; when the action is complete, what could stand instead of the last. */
void choice_targets(const struct choice *choice, struct set *circles, struct set *crossings);

/* What has been picked so far. */
void choice_picked(const struct choice *choice, struct set *circles, struct set *crossings);

/* Lays what has been picked face down so far, women or patrols, on a view: to be drawn, for whoever picks. */
void choice_place_on_view(const struct choice *choice, struct view *view);

/* Picks a place; false: it cannot be picked now. The last pick of an action makes it complete. */
bool choice_pick(struct choice *choice, struct map_place place);

/* Takes the last pick back, or the item; false: there was none. */
bool choice_unpick(struct choice *choice);

/* What to do next, in one sentence: "Pick the circle to move to." */
void choice_prompt(const struct choice *choice, char *text, size_t capacity);

/* Why a place cannot be picked now, in one sentence. */
void choice_why_not(const struct choice *choice, struct map_place place, char *text, size_t capacity);

#endif
