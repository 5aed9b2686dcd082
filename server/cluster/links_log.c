/*
 * links_log.c: log lines about links.
 *
 * A link that comes up or goes down is always logged. Failed attempts, which nodes and strangers repeat, are rate-limited:
 * one line per address every LINK_LOG_MILLISECONDS, for at most LINK_LOG_ADDRESSES addresses at a time.
 */
#include <stdio.h>
#include <string.h>

#include "server/base/log.h"
#include "server/cluster/link_internal.h"

enum { QUOTED_BYTES = 4 * LINK_ADDRESS_BYTES };

/* Returns whether a line about this address may be written now, and notes that it was. */
static bool may_log(struct link_log *log, const char *address, uint64_t now)
{
    unsigned oldest = 0;
    for (unsigned i = 0; i < LINK_LOG_ADDRESSES; i++) {
        if (strcmp(log->line[i].address, address) == 0) {
            oldest = i;
            break;
        }
        if (log->line[i].at < log->line[oldest].at) {
            oldest = i;
        }
    }
    if (log->line[oldest].address[0] != '\0' && now - log->line[oldest].at < LINK_LOG_MILLISECONDS) {
        return false;
    }
    (void)snprintf(log->line[oldest].address, sizeof log->line[oldest].address, "%s", address);
    log->line[oldest].at = now;
    return true;
}

void link_log_up(const struct link *link)
{
    char name[QUOTED_BYTES], address[QUOTED_BYTES];
    log_line(LOG_INFO, "link_up", "node=%lld name=%s address=%s direction=%s", (long long)link->node,
             log_quote(link->name, name, sizeof name), log_quote(link->address, address, sizeof address),
             link->is_outgoing ? "out" : "in");
}

void link_log_end(const struct link *link)
{
    struct links *links = link->links;
    char address[QUOTED_BYTES], why[QUOTED_BYTES];
    (void)log_quote(link->address, address, sizeof address);
    (void)log_quote(link->why, why, sizeof why);
    if (link->was_up) {
        log_line(LOG_INFO, "link_down", "node=%lld address=%s direction=%s why=%s", (long long)link->node,
                 address, link->is_outgoing ? "out" : "in", why);
    } else if (may_log(&links->log, link->address, uv_now(links->loop))) {
        if (link->is_outgoing) {
            log_line(LOG_WARNING, "link_failed", "node=%lld address=%s why=%s", (long long)link->node,
                     address, why);
        } else {
            log_line(LOG_WARNING, "link_refused", "address=%s why=%s", address, why);
        }
    }
}
