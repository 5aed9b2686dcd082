/*
 * choice.h: choosing an action on the map, step by step.
 *
 * Determines from the legal choices which places can be picked now, accepts picks one after the other (a coach has two,
 * the patrols seven with faces), and results in an action to be confirmed. Pure: screen_table.c draws it and passes keys
 * and clicks on to it.
 *
 * The possible actions are a list of items, one for each kind, pawn and variant. Until the player selects an item, the
 * map offers the common ones of one pawn (`focus`) together: a pick selects the first that fits, and choice_cycle()
 * switches to the next (search here, or arrest here).
 */
#ifndef GASLIGHT_CHOICE_H
#define GASLIGHT_CHOICE_H

#include "client-cli/map/map.h"
#include "common/view/view.h"

/* A possible action: a row of the list, selected by one key. */
struct choice_item {
    enum action_kind kind;
    enum pawn by;
    bool power, escape, all; /* variants of the same kind; all: an arrest that names no circle */
    enum letter letter;      /* of ACTION_LETTER */
    enum tile tile;          /* of ACTION_RECLAIM */
    enum pawn pawn;          /* named by Goulston Street, or sent there; PAWN_JACK: nobody */
    char label[80];          /* "Coach (2 left)", "Red searches" */
    char key;                /* that selects it */
    uint8_t row;             /* of the table of kinds */
};

enum { CHOICE_ITEMS_MAX = 48, CHOICE_PICKS_MAX = 16 };

struct choice {
    const struct board *board;
    struct view view;
    struct viewed_legal legal;

    unsigned items;
    struct choice_item item[CHOICE_ITEMS_MAX];
    int chosen;       /* index of the selected item, or -1: the map offers several */
    bool by_map;      /* a pick selected `chosen`; undoing the pick deselects it */
    enum pawn focus;  /* whose items the map offers */
    uint8_t put_next; /* the face of the next patrol */

    unsigned picks;
    uint8_t pick[CHOICE_PICKS_MAX]; /* places so far, in the order of the item */
    uint8_t face[CHOICE_PICKS_MAX]; /* of patrols */
    bool complete;                  /* `action` can be confirmed */
    struct action action;
};

/* Starts over with the current legal choices. */
void choice_begin(struct choice *choice, const struct board *board, const struct view *view,
                  const struct viewed_legal *legal);

/*
 * Selects an item of the list, or -1 for what the map offers by itself. A single place picked before stays picked if
 * the item can begin with it.
 */
void choice_select_item(struct choice *choice, int item);

/* Returns the item for a key, first of the pawn in focus, the next one if it is selected already; -1 if none. */
int choice_item_of_key(const struct choice *choice, char key);

/* Moves the focus to another pawn; returns false if it has no choices. */
bool choice_select_pawn(struct choice *choice, enum pawn pawn);

/*
 * Does what Tab does, forwards (1) or backwards (-1): the next face of a patrol, another action at the picked place, or
 * the next pawn. Returns false if there is nothing else.
 */
bool choice_cycle(struct choice *choice, int direction);

/* Sets the face of the next patrol; returns false if it is not available. */
bool choice_set_next_face(struct choice *choice, enum pawn face);

/* Gets the places that can be picked now; once the action is complete, the alternatives to the last pick. */
void choice_targets(const struct choice *choice, struct set *circles, struct set *crossings);

/* Gets the places picked so far. */
void choice_picked(const struct choice *choice, struct set *circles, struct set *crossings);

/* Adds the women or patrols picked so far to a view, for drawing. */
void choice_place_on_view(const struct choice *choice, struct view *view);

/* Picks a place; returns false if it cannot be picked now. The last pick completes the action. */
bool choice_pick(struct choice *choice, struct map_place place);

/* Undoes the last pick, or deselects the item; returns false if there was neither. */
bool choice_unpick(struct choice *choice);

/* Writes what to do next, in one sentence: "Pick the circle to move to." */
void choice_prompt(const struct choice *choice, char *text, size_t capacity);

/* Returns why nothing can be chosen: the game is over, it is not the player's turn, they are watching. */
const char *choice_why_none(const struct view *view);

/* Writes why a place cannot be picked now, in one sentence. */
void choice_why_not(const struct choice *choice, struct map_place place, char *text, size_t capacity);

#endif
