/*
 * bans.h: the addresses and players that the operator has banned.
 *
 * A ban's subject is an address, a prefix or a player's id. Bans are stored; this is the list of them in memory, which
 * is read from the store when the server starts. Banned addresses can't connect, and banned players can't say hello.
 */
#ifndef GASLIGHT_BANS_H
#define GASLIGHT_BANS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "server/base/ip_prefix.h"
#include "server/session/session.h"

struct store;

enum { BAN_SUBJECT_BYTES = IP_PREFIX_TEXT_BYTES };

struct bans;

struct bans *bans_new(struct sessions *sessions); /* NULL if there is no memory */
void bans_free(struct bans *bans);

/* Reads all bans from the store, which replace those in memory, and enforces them once they are there. */
void bans_load(struct bans *bans, struct store *store);

/* Writes the subject as it is stored. Returns false if the word can be neither an address nor the id of a player. */
bool bans_read_subject(const char *word, char subject[BAN_SUBJECT_BYTES]);
bool bans_is_address(const char *subject);

/* Adds a stored ban and disconnects everyone it concerns. Returns how many connections that were. */
size_t bans_add(struct bans *bans, const char *subject);
void bans_remove(struct bans *bans, const char *subject);

bool bans_has_address(const struct bans *bans, const char *address);
bool bans_has_player(const struct bans *bans, const char *id);

#endif
