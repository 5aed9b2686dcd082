/*
 * static_files.h: the browser client's files, read into memory once at startup.
 *
 * They include the boards, /boards/whitechapel.json and /boards/whitehall.json, which are linked into the
 * server: clients draw the boards that the games are played on, with or without a directory of files. The texts of
 * "How to play", /learn/en.json and others, are linked in as well, because the terminal client has the same.
 *
 * Every file is also served under a version: /v-HASH/js/app.js may be cached forever, because different content
 * gets a different name. The server puts that name into the page, and into the service worker, wherever their text
 * has "/v-VERSION/"; these two are revalidated every time, and not served under a version. A request for another
 * version finds nothing, so that a page loaded before an update never gets parts that do not match; it then loads
 * the new page.
 *
 * Only exact paths in the table are served, so no path leads out of the directory. After loading, no file is
 * read again, because the loop must never wait for the disk. The transport calls this module.
 */
#ifndef GASLIGHT_STATIC_FILES_H
#define GASLIGHT_STATIC_FILES_H

#include <stdbool.h>
#include <stddef.h>

enum { STATIC_ETAG_LENGTH = 36 }; /* W/ and 32 hex digits in quotes */

struct static_file {
    char *path;        /* as requested: "/app.js" */
    const char *type;  /* Content-Type */
    const char *cache; /* Cache-Control */
    unsigned char *body;
    size_t length;
    unsigned char *gzipped; /* the same body with gzip, or NULL if that is not smaller */
    size_t gzipped_length;
    char etag[STATIC_ETAG_LENGTH + 1]; /* weak, because it stands for both forms */
    char *policy;                      /* its Content-Security-Policy, or NULL: content_policy_default */
};

struct static_files; /* opaque */

/* The headers of every response besides Content-Security-Policy, each line terminated. */
extern const char static_security_headers[];

/*
 * Reads a directory tree, skipping names that begin with a dot and unknown file types. If `directory` is "",
 * looks where the client was built or installed, relative to the running program; if it is not there, serves a
 * built-in page that says what to do. Returns NULL on failure; `error` then holds one sentence.
 */
struct static_files *static_files_load(const char *directory, char *error, size_t capacity);

/*
 * Returns the file for a path: by its exact name, with or without a version, or the client's page for "/" and
 * the client's own routes (such as /table/ID). Returns NULL if there is none.
 */
const struct static_file *static_files_find(const struct static_files *files, const char *path);

/* Returns true if the value of an If-None-Match header names this file in its current form. */
bool static_file_matches(const struct static_file *file, const char *if_none_match);

/* The same for content that is made when it is asked for. */
void static_etag_of(const unsigned char *body, size_t length, char etag[STATIC_ETAG_LENGTH + 1]);
bool static_etag_matches(const char *etag, const char *if_none_match);

size_t static_files_count(const struct static_files *files);
void static_files_free(struct static_files *files);

#endif
