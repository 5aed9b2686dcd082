/*
 * courier.h: outgoing HTTP requests and e-mail, with libcurl on the server's loop.
 *
 * A parcel is sent once; whether to try again is for the caller. Redirects are not followed, answers are not read beyond
 * their first bytes, and no parcel takes longer than COURIER_SECONDS. Players choose where their parcels go, so the
 * address of every connection is checked: see address.h. The operator's own SMTP server may be anywhere.
 */
#ifndef GASLIGHT_COURIER_H
#define GASLIGHT_COURIER_H

#include <stdbool.h>
#include <stddef.h>
#include <uv.h>

enum { COURIER_SECONDS = 20, COURIER_HEADERS_MAX = 8 };

enum courier_outcome {
    COURIER_DELIVERED,
    COURIER_GONE,    /* the receiver says that this address is no longer in use: 404 or 410 */
    COURIER_REFUSED, /* for good: another answer, a redirect, an address that is not allowed */
    COURIER_FAILED,  /* for now: no answer, 429, or an error of the receiver */
};

struct courier_result {
    enum courier_outcome outcome;
    long status;       /* of HTTP or SMTP; 0 without an answer */
    long wait_seconds; /* before another attempt, if the receiver has asked for that; otherwise 0 */
};

/* Everything is copied. With a recipient, it is an e-mail, and the URL is that of the SMTP server. */
struct parcel {
    const char *url;
    const char *header[COURIER_HEADERS_MAX]; /* a NULL ends them */
    const void *body;
    size_t length;
    const char *sender, *recipient; /* NULL: an HTTP POST */
    const char *user, *password;    /* of the SMTP server, or NULL */
    bool starttls;                  /* required */
    bool anywhere;                  /* private addresses are allowed */
    void (*done)(void *context, const struct courier_result *result);
    void *context;
};

struct courier; /* opaque */

/* Returns NULL if there is no memory. */
struct courier *courier_new(uv_loop_t *loop);

/* Sends a parcel; `done` is called once, later, on the loop. Returns false if it cannot, and then `done` is not called. */
bool courier_send(struct courier *courier, const struct parcel *parcel);

/*
 * Waits a few seconds for parcels that are on their way, and gives up the others, without calling their `done`. Then calls
 * `closed` and frees the courier.
 */
void courier_close(struct courier *courier, void (*closed)(void *context), void *context);

#endif
