/* channel.c: see channel.h. */
#include "server/notify/channel.h"

#include <string.h>

#include "server/notify/notify.h"

static const char *const kinds[CHANNEL_KIND_COUNT] = {
    [CHANNEL_PUSH] = "push", [CHANNEL_MAIL] = "mail", [CHANNEL_WEBHOOK] = "webhook"};

const char *channel_kind_name(enum channel_kind kind)
{
    return kinds[kind];
}

enum channel_kind channel_kind_from_name(const char *name)
{
    unsigned i = 0;
    while (i < CHANNEL_KIND_COUNT && strcmp(kinds[i], name) != 0) {
        i++;
    }
    return (enum channel_kind)i;
}

bool notify_offers(const struct notify *notify, enum channel_kind kind)
{
    return notify->is_on && (kind != CHANNEL_PUSH || notify->has_keys) &&
           (kind != CHANNEL_MAIL || notify->options->smtp_url[0] != '\0');
}
