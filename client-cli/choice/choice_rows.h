/*
 * choice_rows.h: what each kind of action takes, for choice.c alone.
 *
 * One row for each kind and variant: who can do it, how many places it names, which ones can be picked after
 * those picked so far, and the action they make. Goulston Street and the answer to it have an item for each
 * policeman.
 */
#ifndef GASLIGHT_CHOICE_ROWS_H
#define GASLIGHT_CHOICE_ROWS_H

#include "client-cli/choice/choice.h"

/* Where an item can go on: of the two sets one is empty. */
struct choice_places {
    struct set circles, crossings;
};

struct choice_row {
    enum action_kind kind;
    bool power, escape, all;
    enum letter letter;
    enum tile tile;
    char key;
    bool usual;         /* the map offers it before the player has taken an item */
    const char *label;  /* after the pawn's name where it is a policeman's */
    const char *ask[2]; /* the sentence for the first place and for those after it */

    unsigned (*who)(const struct legal *legal, const struct choice_row *row);   /* pawns that can: a mask */
    unsigned (*named)(const struct legal *legal, const struct choice_row *row); /* NULL: no pawn is named */
    unsigned places;                              /* how many it takes; 0: it is complete at once */
    unsigned (*count)(const struct legal *legal); /* or this says how many */
    /* NULL where it takes no places: */
    struct choice_places (*targets)(const struct choice *choice, const struct choice_item *item);
    void (*build)(const struct choice *choice, struct action *action); /* the places, into the action */
};

extern const struct choice_row choice_rows[];
extern const unsigned choice_rows_count;

/* Whether the map offers an item before the player has taken one (choice.c). */
bool choice_is_offered(const struct choice *choice, const struct choice_item *item);

/* The faces of patrols not yet put: a mask over enum pawn, with PAWN_FALSE as long as one of them is left. */
unsigned choice_faces_left(const struct choice *choice);

#endif
