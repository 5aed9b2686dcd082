/*
 * choice_rows.h: the table of actions that can be chosen on the map; used only by choice.c and choice_words.c.
 *
 * One row for each kind and variant: who can do it, how many places it needs, which ones can be picked next, and the
 * resulting action. Goulston Street and the answer to it have an item for each policeman.
 */
#ifndef GASLIGHT_CHOICE_ROWS_H
#define GASLIGHT_CHOICE_ROWS_H

#include "client-cli/choice/choice.h"

/* The places that can be picked next; one of the sets is empty. */
struct choice_places {
    struct set circles, crossings;
};

struct choice_row {
    enum action_kind kind;
    bool power, escape, all;
    enum letter letter;
    enum tile tile;
    char key;
    bool usual;         /* the map offers it before an item is selected */
    const char *label;  /* follows the pawn's name for a policeman */
    const char *ask[2]; /* the prompts for the first place and the following ones */

    unsigned (*who)(const struct legal *legal,
                    const struct choice_row *row); /* mask of the pawns that can do it */
    unsigned (*named)(const struct legal *legal, const struct choice_row *row); /* NULL: no pawn is named */
    unsigned places;                              /* how many it needs; 0: complete at once */
    unsigned (*count)(const struct legal *legal); /* instead of `places` */
    /* NULL if it needs no places: */
    struct choice_places (*targets)(const struct choice *choice, const struct choice_item *item);
    void (*build)(const struct choice *choice, struct action *action); /* copies the picks into the action */
};

extern const struct choice_row choice_rows[];
extern const unsigned choice_rows_count;

/* Returns whether the map offers an item before one is selected (choice.c). */
bool choice_is_offered(const struct choice *choice, const struct choice_item *item);

/* Returns a mask of the patrol faces not yet placed, with PAWN_FALSE while a false one is left. */
unsigned choice_faces_left(const struct choice *choice);

#endif
