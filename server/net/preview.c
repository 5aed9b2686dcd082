/* preview.c: see preview.h. */
#include "server/net/preview.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define REPLAY "/replay/"
#define TITLE "<title>"

enum { TAGS_BYTES = 1024 };

bool preview_has_picture(const char *path)
{
    return strncmp(path, REPLAY, sizeof REPLAY - 1) == 0 && path[sizeof REPLAY - 1] != '\0';
}

/* Returns false if an attribute would have to be escaped; no host and no id does. */
static bool is_plain(const char *text)
{
    return text[strcspn(text, "\"'<>& ")] == '\0';
}

static const unsigned char *find_title(const struct static_file *page)
{
    const size_t length = sizeof TITLE - 1;
    for (size_t at = 0; at + length <= page->length; at++) {
        if (memcmp(page->body + at, TITLE, length) == 0) {
            return page->body + at;
        }
    }
    return page->body;
}

struct preview *preview_make(const struct static_file *page, const char *path, const char *origin)
{
    char tags[TAGS_BYTES];
    const char *id = path + sizeof REPLAY - 1;
    int written = !is_plain(origin) || !is_plain(path)
                      ? 0
                      : snprintf(tags, sizeof tags,
                                 "<meta property=\"og:url\" content=\"%s%s\">\n"
                                 "<meta property=\"og:image\" content=\"%s/picture/%s.svg\">\n"
                                 "<meta name=\"twitter:card\" content=\"summary_large_image\">\n",
                                 origin, path, origin, id);
    size_t extra = written > 0 && (size_t)written < sizeof tags ? (size_t)written : 0;
    const unsigned char *cut = find_title(page);
    size_t before = (size_t)(cut - page->body);
    struct preview *preview = malloc(sizeof *preview + page->length + extra);
    if (preview == NULL) {
        return NULL;
    }
    preview->length = page->length + extra;
    memcpy(preview->body, page->body, before);
    memcpy(preview->body + before, tags, extra);
    memcpy(preview->body + before + extra, cut, page->length - before);
    static_etag_of(preview->body, preview->length, preview->etag);
    return preview;
}
