/*
 * webhook.h: a notification in the form that a chat service expects at a webhook's URL.
 */
#ifndef GASLIGHT_WEBHOOK_H
#define GASLIGHT_WEBHOOK_H

#include "server/notify/notice.h"

enum webhook_format {
    WEBHOOK_JSON,
    WEBHOOK_DISCORD,
    WEBHOOK_SLACK,
    WEBHOOK_MATRIX, /* the generic webhooks of matrix-hookshot */
    WEBHOOK_NTFY,
    WEBHOOK_FORMAT_COUNT
};

const char *webhook_format_name(enum webhook_format format);
enum webhook_format webhook_format_from_name(const char *name); /* WEBHOOK_FORMAT_COUNT for any other word */

struct webhook_message {
    char *body; /* the caller frees it */
    const char *type;
    char click[NOTICE_URL_MAX + 8]; /* another header, or "" */
};

/* Returns false if there is no memory. `id` is the same for the same notification, should it arrive twice. */
bool webhook_write(struct webhook_message *message, enum webhook_format format, const struct notice *notice,
                   const char *id, enum notice_language language, const char *public_url);

#endif
