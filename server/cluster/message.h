/*
 * message.h: the bodies of messages between nodes: numbers of 4 and 8 bytes and texts with their length, in order.
 *
 * A writer fills a growing buffer. A reader checks every length: once something is missing, it returns only 0 or "", and
 * message_is_whole() returns false.
 */
#ifndef GASLIGHT_MESSAGE_H
#define GASLIGHT_MESSAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "common/base/buffer.h"

/* The types of messages on a link. "Edge" is the node that opened the link, "owner" the one that accepted it. */
enum message_type {
    /* From the edge, about its clients. */
    MESSAGE_OPEN = 1, /* session (4), player, name, client's address */
    MESSAGE_REQUEST,  /* session (4), the request as JSON */
    MESSAGE_GONE,     /* session (4); the client has disconnected */
    /* From the owner, to those clients. */
    MESSAGE_REPLY, /* session (4), text */
    MESSAGE_PUSH,  /* link_send_shared(): sessions, text */
    MESSAGE_CLOSE, /* session (4), code (4), reason */
    MESSAGE_MOVED, /* session (4); the table of the last request is not here */
    /* On either link. */
    MESSAGE_DEPOSED, /* the other end is not in the list of nodes any more, and ends at once */
    /* From the edge, about itself. */
    MESSAGE_SYNC,     /* everything sent before is void; all of it follows again */
    MESSAGE_PRESENCE, /* player, connected (4) */
    MESSAGE_LISTING,  /* a public table; see listings.c */
    MESSAGE_RENAMED,  /* player, name */
    MESSAGE_EXPELLED, /* player, removed (4): 1 if the player is gone, 0 if only the tokens are, 2 if that failed */
    MESSAGE_BANS,   /* the list of bans has changed */
    MESSAGE_GIVE,   /* table; it has no owner any more, and the other end should claim it */
    MESSAGE_DRAIN,  /* the other end should give its tables away and stop */
    MESSAGE_ASK,    /* number (8), kind (4), text, text; answered by MESSAGE_ANSWER from the owner */
    MESSAGE_ANSWER, /* number (8), status (4), text */
    MESSAGE_TYPE_COUNT
};

void message_put_number(struct buffer *buffer, uint32_t number);
void message_put_long(struct buffer *buffer, int64_t number);
void message_put_text(struct buffer *buffer, const char *text, size_t length);

struct message_reader {
    const char *body;
    size_t length, at;
    bool bad;
};

uint32_t message_number(struct message_reader *reader);
int64_t message_long(struct message_reader *reader);

/* Returns a text that is not terminated, and its length. */
const char *message_text(struct message_reader *reader, size_t *length);

/* Copies a text, terminated. One that does not fit, or has a NUL, makes the reader bad. */
void message_copy(struct message_reader *reader, char *text, size_t capacity);

/* Returns whether everything was there, and nothing is left. */
bool message_is_whole(const struct message_reader *reader);

#endif
