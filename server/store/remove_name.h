/*
 * remove_name.h: removes a player's name from the JSON of a table; shared by the engines.
 *
 * Games that the player took part in are kept for the other players, and so is the player's id in them, which reveals
 * nothing by itself. The name becomes STORE_REMOVED_NAME in every object, at any depth, that has "player": id and "name".
 * The seats of a record have names without ids; there, every seat with a name that the player used at that table is
 * changed (if two players had the same name, both lose it, which is better than keeping the removed one).
 */
#ifndef GASLIGHT_REMOVE_NAME_H
#define GASLIGHT_REMOVE_NAME_H

#include <jansson.h>
#include <stdbool.h>

/* The texts of a table that have names. */
enum { REMOVE_LOBBY, REMOVE_PLAYERS, REMOVE_RECORD, REMOVE_TEXTS };

struct removal {
    const char *player;
    json_t *names; /* that the player used at this table, as keys of an object */
    json_t *part[REMOVE_TEXTS];
    bool changed, failed;
};

/* Begins with a table; the texts are JSON, or NULL if the game is not finished. The player's id is not copied. */
void removal_begin(struct removal *removal, const char *player, const char *const text[REMOVE_TEXTS]);

/* Adds a name that the player is known to have used; NULL is ignored. */
void removal_add_name(struct removal *removal, const char *name);

/*
 * Replaces the names. Returns false if a text is not JSON or memory runs out. If something has changed, sets `text` to the
 * new texts, which the caller frees; otherwise to NULL.
 */
bool removal_apply(struct removal *removal, char *text[REMOVE_TEXTS]);

void removal_end(struct removal *removal);

#endif
