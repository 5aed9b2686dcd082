/*
 * preview.h: what other sites show when somebody posts a link to a replay: the page of /replay/ID names the picture of
 * that game (Open Graph, https://ogp.me).
 *
 * The page is the same for every id but for the id: nothing is looked up, so it tells nothing about a table, not even
 * whether there is one. Only the picture does, and that is for finished games that everyone may see.
 */
#ifndef GASLIGHT_PREVIEW_H
#define GASLIGHT_PREVIEW_H

#include "server/net/static_files.h"

/* A page that is served once. */
struct preview {
    char etag[STATIC_ETAG_LENGTH + 1];
    size_t length;
    unsigned char body[];
};

/* Returns whether a path is that of a replay. */
bool preview_has_picture(const char *path);

/*
 * Returns the page with tags for this path, to be freed by the caller; NULL if there is no memory. `origin` is the
 * address of the site, https://games.example; it must be a Host that the server accepts, so that it needs no escaping.
 */
struct preview *preview_make(const struct static_file *page, const char *path, const char *origin);

#endif
