/*
 * static_files.h: the browser client's files, read into memory once at the start.
 *
 * With them are served the boards of the games, /boards/whitechapel.json and /boards/whitehall.json, as they
 * are linked into the server: a client draws what the games are played on, with or without a directory.
 *
 * Every file but the page is served under the version of them all, too: /v-HASH/js/main.js may be kept for ever,
 * as with any other content it has another name. The page says that name wherever its text has "/v-VERSION/", and
 * is itself checked every time. Under another version there is what there is now, as at the plain address: a page
 * that was loaded before an update still finds its parts.
 *
 * Only exact names of the table are served, so no path leads out of it. The transport asks; afterwards no
 * file is touched, as the loop never waits for a disk.
 */
#ifndef GASLIGHT_STATIC_FILES_H
#define GASLIGHT_STATIC_FILES_H

#include <stdbool.h>
#include <stddef.h>

enum { STATIC_ETAG_LENGTH = 36 }; /* W/ and 32 hex digits in quotes */

struct static_file {
    char *path;        /* as asked for: "/app.js" */
    const char *type;  /* Content-Type */
    const char *cache; /* Cache-Control */
    unsigned char *body;
    size_t length;
    unsigned char *gzipped; /* the same in gzip, for who accepts it; NULL where that gains nothing */
    size_t gzipped_length;
    char etag[STATIC_ETAG_LENGTH + 1]; /* weak: one for both forms */
};

struct static_files; /* opaque */

/* The headers every answer carries, each line ended. */
extern const char static_security_headers[];

/*
 * Reads a directory and those below it; names that begin with a dot and kinds of file we do not know are
 * left out. "" looks where the client was built or installed, beside the running program; if there is none,
 * one built-in page says how to go on. NULL: `error` has one sentence.
 */
struct static_files *static_files_load(const char *directory, char *error, size_t capacity);

/*
 * What a path serves: a file by its exact name, with or without a version, or the client's page for "/" and the
 * client's own routes (/table/ID and the like). NULL: nothing.
 */
const struct static_file *static_files_find(const struct static_files *files, const char *path);

/* Does an If-None-Match header's value name this file as it is now? */
bool static_file_matches(const struct static_file *file, const char *if_none_match);

size_t static_files_count(const struct static_files *files);
void static_files_free(struct static_files *files);

#endif
