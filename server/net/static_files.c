/*
 * static_files.c: reads the browser client's files, sorts them by path and finds them. The boards and the texts of
 * "How to play", which are linked into the program, are among them and cannot be replaced by files of the directory.
 *
 * File names carry no version, so browsers revalidate pages, scripts and styles by ETag every time; images, fonts
 * and sounds may be cached for a day. On a slow line, revalidating costs as much as a download. Therefore the
 * directory as a whole has a version, a hash of all names and contents, and the page refers to its parts under that
 * version, where they are cached forever. Scripts import each other by relative paths, so their imports keep the
 * version. No other version is served under such a name: parts of two versions do not work together.
 */
#include "server/net/static_files.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sodium.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <uv.h>

#include "common/base/array.h"
#include "common/learn/learn.h"
#include "common/puzzles/puzzle_json.h"
#include "common/puzzles/puzzle_texts.h"
#include "common/rules/game.h"
#include "server/net/content_policy.h"
#include "server/net/gzip.h"

enum {
    FILES_MAX = 1000,
    DEPTH_MAX = 6,
    PATH_BYTES = 2048,
    ROUTE_ID_MAX = 128,
    HASH_BYTES = 16,
    VERSION_BYTES = 8,
    VERSION_MAX = 64, /* longest version accepted in a path */
};
static const size_t TOTAL_BYTES_MAX = (size_t)64 << 20;

struct static_files {
    size_t count, capacity, bytes;
    size_t linked; /* files that are linked into the program; the first ones until they are sorted */
    struct static_file *file;      /* sorted by path once loaded */
    struct static_file *versioned; /* the same files as served under the version; they own no memory */
    char version[2 * VERSION_BYTES + 1];
};

const char static_security_headers[] = "X-Content-Type-Options: nosniff\r\n"
                                       "X-Frame-Options: DENY\r\n"
                                       "Referrer-Policy: no-referrer\r\n"
                                       "Cross-Origin-Opener-Policy: same-origin\r\n"
                                       "Cross-Origin-Embedder-Policy: require-corp\r\n"
                                       "Cross-Origin-Resource-Policy: same-origin\r\n";

#define CACHE_REVALIDATE "no-cache"
#define CACHE_FOR_A_DAY "public, max-age=86400"
#define CACHE_FOR_EVER "public, max-age=31536000, immutable"

static const char version_prefix[] = "/v-";
static const char version_placeholder[] = "/v-VERSION/"; /* replaced in the files below */
static const char page_path[] = "/index.html";

/* The files that name the version. They are not served under a version themselves, and never cached. */
static const char *const naming_version[] = {page_path, "/worker.js"};

static const struct kind {
    const char *ending, *type, *cache;
    bool text; /* worth compressing; images, fonts and sounds already are */
} kinds[] = {
    {".html", "text/html; charset=utf-8", CACHE_REVALIDATE, true},
    {".js", "text/javascript; charset=utf-8", CACHE_REVALIDATE, true},
    {".mjs", "text/javascript; charset=utf-8", CACHE_REVALIDATE, true},
    {".css", "text/css; charset=utf-8", CACHE_REVALIDATE, true},
    {".json", "application/json", CACHE_REVALIDATE, true},
    {".webmanifest", "application/manifest+json", CACHE_REVALIDATE, true},
    {".txt", "text/plain; charset=utf-8", CACHE_REVALIDATE, true},
    {".svg", "image/svg+xml", CACHE_FOR_A_DAY, true},
    {".png", "image/png", CACHE_FOR_A_DAY, false},
    {".jpg", "image/jpeg", CACHE_FOR_A_DAY, false},
    {".webp", "image/webp", CACHE_FOR_A_DAY, false},
    {".ico", "image/vnd.microsoft.icon", CACHE_FOR_A_DAY, false},
    {".woff2", "font/woff2", CACHE_FOR_A_DAY, false},
    {".ogg", "audio/ogg", CACHE_FOR_A_DAY, false},
    {".mp3", "audio/mpeg", CACHE_FOR_A_DAY, false},
    {".wav", "audio/wav", CACHE_FOR_A_DAY, false},
};

/* Paths that the client handles itself; it gets its page. Some take an id after the slash. */
static const struct route {
    const char *path;
    bool takes_id;
} routes[] = {
    {"/unsubscribe/", true}, {"/table/", true},  {"/invite", false},  {"/invite/", true},
    {"/replay/", true},      {"/replay", false}, {"/archive", false}, {"/hotseat", false},
    {"/learn", false},       {"/learn/", true},  {"/player/", true},  {"/stats", false},
    {"/learn", false},       {"/learn/", true},  {"/puzzles", false}, {"/puzzles/", true},
};

/* Where the client is, relative to the program: built, built with sanitizers, installed. */
static const char *const places[] = {"web", "../web", "../share/gaslight/web"};

static const char built_in_page[] =
    "<!DOCTYPE html>\n<html lang=\"en\">\n<head><meta "
    "charset=\"utf-8\"><title>Gaslight</title></head>\n<body>\n"
    "<h1>Gaslight</h1>\n"
    "<p>The server is running, but the browser client is not installed next to it.</p>\n"
    "<p>Other clients can connect with a WebSocket at <code>/ws</code>; the protocol is described in "
    "<code>docs/protocol.md</code> in the source.</p>\n"
    "<p>The operator of this server can set the browser client's directory with <code>--web DIR</code>.</p>\n"
    "</body>\n</html>\n";

static const struct kind *kind_of(const char *name)
{
    const char *ending = strrchr(name, '.');
    for (size_t i = 0; ending != NULL && i < COUNT(kinds); i++) {
        if (strcmp(ending, kinds[i].ending) == 0) {
            return &kinds[i];
        }
    }
    return NULL;
}

/* ---- Loading ---------------------------------------------------------------------------------------- */

void static_etag_of(const unsigned char *body, size_t length, char etag[STATIC_ETAG_LENGTH + 1])
{
    unsigned char hash[HASH_BYTES];
    char hex[2 * HASH_BYTES + 1];
    (void)crypto_generichash(hash, sizeof hash, body, length, NULL, 0);
    (void)snprintf(etag, STATIC_ETAG_LENGTH + 1, "W/\"%s\"",
                   sodium_bin2hex(hex, sizeof hex, hash, sizeof hash));
}

static void set_etag(struct static_file *file)
{
    static_etag_of(file->body, file->length, file->etag);
}

/* Takes ownership of `body`, also on failure. */
static bool add_file(struct static_files *files, const char *path, const struct kind *kind,
                     unsigned char *body, size_t length)
{
    if (files->count == files->capacity) {
        size_t capacity = files->capacity == 0 ? 32 : files->capacity * 2;
        struct static_file *bigger = realloc(files->file, capacity * sizeof *bigger);
        if (bigger == NULL) {
            free(body);
            return false;
        }
        files->file = bigger;
        files->capacity = capacity;
    }
    struct static_file *file = &files->file[files->count];
    *file = (struct static_file){.type = kind->type, .cache = kind->cache, .body = body, .length = length};
    file->path = strdup(path);
    if (file->path != NULL && kind->text) {
        file->gzipped = gzip_compress(body, length, &file->gzipped_length);
    }
    if (file->path == NULL) {
        free(body);
        return false;
    }
    set_etag(file);
    files->count++;
    files->bytes += length;
    return true;
}

static bool read_all(int fd, unsigned char *body, size_t length)
{
    size_t have = 0;
    while (have < length) {
        ssize_t got = read(fd, body + have, length - have);
        if (got < 0 && errno == EINTR) {
            continue;
        }
        if (got <= 0) {
            return false;
        }
        have += (size_t)got;
    }
    return true;
}

static bool load_file(struct static_files *files, const char *name, const char *path, const struct kind *kind,
                      size_t length, char *error, size_t capacity)
{
    if (files->count >= FILES_MAX || length > TOTAL_BYTES_MAX - files->bytes) {
        (void)snprintf(error, capacity, "the browser client has too many files or is too large: %s", name);
        return false;
    }
    unsigned char *body = malloc(length + 1);
    int fd = open(name, O_RDONLY | O_CLOEXEC);
    bool whole = body != NULL && fd >= 0 && read_all(fd, body, length);
    if (!whole) {
        (void)snprintf(error, capacity, "cannot read %s: %s", name,
                       fd < 0 ? strerror(errno) : "unexpected end of file");
        free(body);
    } else if (!add_file(files, path, kind, body, length)) {
        (void)snprintf(error, capacity, "out of memory reading %s", name);
        whole = false;
    }
    if (fd >= 0) {
        (void)close(fd);
    }
    return whole;
}

/* Adds a copy of a text that is linked into the program. */
static bool add_linked(struct static_files *files, const char *path, const char *text, size_t length)
{
    unsigned char *body = malloc(length);
    if (body == NULL) {
        return false;
    }
    memcpy(body, text, length);
    files->linked++;
    return add_file(files, path, kind_of(path), body, length);
}

/* Adds the list of puzzles and what clients say about them. */
static bool add_puzzles(struct static_files *files)
{
    static const char *const languages[] = {"en", "it"};
    struct puzzle_list list;
    struct json_writer writer;
    char path[64];
    size_t length, line;
    const char *text = puzzle_shipped_text(&length);
    bool good = puzzle_list_read(&list, text, length, &line);
    char *listed = good ? malloc(PUZZLE_JSON_BYTES) : NULL;
    if (listed != NULL) {
        json_write_begin(&writer, listed, PUZZLE_JSON_BYTES);
        puzzle_write_list_json(&writer, NULL, &list);
        good = json_write_ok(&writer) && add_linked(files, "/puzzles/list.json", listed, writer.length);
    }
    for (size_t i = 0; i < COUNT(languages) && good; i++) {
        text = puzzle_texts(languages[i], &length);
        (void)snprintf(path, sizeof path, "/puzzles/%s.json", languages[i]);
        good = add_linked(files, path, text, length);
    }
    good = good && listed != NULL;
    free(listed);
    puzzle_list_free(&list);
    return good;
}

/*
 * Adds the games' boards under /boards/, the texts of "How to play" under /learn/ and those of puzzles under /puzzles/. Call
 * it before any file is read.
 */
static bool add_all_linked(struct static_files *files)
{
    char path[64];
    size_t length;
    bool good = true;
    for (unsigned game = 0; good && game < GAME_KIND_COUNT; game++) {
        const char *text = board_builtin_text((enum game_kind)game, &length);
        (void)snprintf(path, sizeof path, "/boards/%s.json", game_name((enum game_kind)game));
        good = add_linked(files, path, text, length);
    }
    for (unsigned file = 0; good && file < LEARN_FILE_COUNT; file++) {
        const char *text = learn_file_text((enum learn_file)file, &length);
        (void)snprintf(path, sizeof path, "/learn/%s.json", learn_file_name((enum learn_file)file));
        good = add_linked(files, path, text, length);
    }
    return good && add_puzzles(files);
}

/* Returns true if the path is that of a text that is linked into the program. */
static bool is_linked(const struct static_files *files, const char *path)
{
    for (size_t i = 0; i < files->linked; i++) {
        if (strcmp(files->file[i].path, path) == 0) {
            return true;
        }
    }
    return false;
}

static bool load_directory(struct static_files *files, const char *directory, const char *prefix,
                           unsigned depth, char *error, size_t capacity);

static bool load_entry(struct static_files *files, const char *directory, const char *prefix,
                       const char *name, unsigned depth, char *error, size_t capacity)
{
    char full[PATH_BYTES];
    char path[PATH_BYTES];
    struct stat status;
    if ((size_t)snprintf(full, sizeof full, "%s/%s", directory, name) >= sizeof full ||
        (size_t)snprintf(path, sizeof path, "%s/%s", prefix, name) >= sizeof path ||
        stat(full, &status) != 0) {
        (void)snprintf(error, capacity, "cannot read %s in %s", name, directory);
        return false;
    }
    if (S_ISDIR(status.st_mode)) {
        return depth >= DEPTH_MAX || load_directory(files, full, path, depth + 1, error, capacity);
    }
    const struct kind *kind = kind_of(name);
    if (!S_ISREG(status.st_mode) || kind == NULL || is_linked(files, path)) {
        return true;
    }
    return load_file(files, full, path, kind, (size_t)status.st_size, error, capacity);
}

static bool load_directory(struct static_files *files, const char *directory, const char *prefix,
                           unsigned depth, char *error, size_t capacity)
{
    DIR *open_directory = opendir(directory);
    if (open_directory == NULL) {
        (void)snprintf(error, capacity, "cannot read the browser client's directory %s: %s", directory,
                       strerror(errno));
        return false;
    }
    bool good = true;
    const struct dirent *entry;
    /* cppcheck-suppress readdirCalled ; before any thread is started */
    while (good && (entry = readdir(open_directory)) != NULL) {
        if (entry->d_name[0] != '.') {
            good = load_entry(files, directory, prefix, entry->d_name, depth, error, capacity);
        }
    }
    (void)closedir(open_directory);
    return good;
}

static int by_path(const void *left, const void *right)
{
    return strcmp(((const struct static_file *)left)->path, ((const struct static_file *)right)->path);
}

static int compare_path(const void *key, const void *file)
{
    return strcmp(key, ((const struct static_file *)file)->path);
}

/* Finds a file in an array sorted by path. */
static struct static_file *find_in(struct static_file *file, size_t count, const char *name)
{
    return bsearch(name, file, count, sizeof *file, compare_path);
}

/* ---- The version ------------------------------------------------------------------------------------ */

/* Hashes all paths and contents, in order of path. Each is hashed with its terminator. */
static void compute_version(struct static_files *files)
{
    crypto_generichash_state state;
    unsigned char hash[crypto_generichash_BYTES_MIN];
    (void)crypto_generichash_init(&state, NULL, 0, sizeof hash);
    for (size_t i = 0; i < files->count; i++) {
        const struct static_file *file = &files->file[i];
        (void)crypto_generichash_update(&state, (const unsigned char *)file->path, strlen(file->path) + 1);
        (void)crypto_generichash_update(&state, (const unsigned char *)file->etag, sizeof file->etag);
    }
    (void)crypto_generichash_final(&state, hash, sizeof hash);
    (void)sodium_bin2hex(files->version, sizeof files->version, hash, VERSION_BYTES);
}

/* Returns the start of the next placeholder, or `end` if there is none. */
static const unsigned char *next_placeholder(const unsigned char *from, const unsigned char *end)
{
    size_t length = sizeof version_placeholder - 1;
    for (; (size_t)(end - from) >= length; from++) {
        if (memcmp(from, version_placeholder, length) == 0) {
            return from;
        }
    }
    return end;
}

/* Replaces the placeholders in a file. Returns false, with the file unchanged, if there is no memory. */
static bool fill_in_version(const struct static_files *files, struct static_file *file)
{
    char name[sizeof version_prefix + sizeof files->version];
    size_t name_length = (size_t)snprintf(name, sizeof name, "%s%s/", version_prefix, files->version);
    const size_t most = file->length / (sizeof version_placeholder - 1) * name_length + file->length + 1;
    unsigned char *body = malloc(most);
    if (body == NULL) {
        return false;
    }
    const unsigned char *from = file->body;
    const unsigned char *end = file->body + file->length;
    size_t length = 0;
    for (;;) {
        const unsigned char *next = next_placeholder(from, end);
        memcpy(body + length, from, (size_t)(next - from));
        length += (size_t)(next - from);
        if (next == end) {
            break;
        }
        memcpy(body + length, name, name_length);
        length += name_length;
        from = next + sizeof version_placeholder - 1;
    }
    free(file->body);
    free(file->gzipped);
    file->body = body;
    file->length = length;
    file->gzipped = gzip_compress(body, length, &file->gzipped_length);
    set_etag(file);
    return true;
}

/* Called when all files have been loaded and sorted. Returns false if there is no memory. */
static bool make_version(struct static_files *files, struct static_file *page)
{
    compute_version(files);
    files->versioned = calloc(files->count, sizeof *files->versioned);
    if (files->versioned == NULL) {
        return false;
    }
    for (size_t i = 0; i < COUNT(naming_version); i++) {
        struct static_file *file = find_in(files->file, files->count, naming_version[i]);
        if (file != NULL && !fill_in_version(files, file)) {
            return false;
        }
    }
    page->policy = content_policy_make(page->body, page->length);
    if (page->policy == NULL) {
        return false;
    }
    for (size_t i = 0; i < files->count; i++) {
        files->versioned[i] = files->file[i];
        files->versioned[i].cache = CACHE_FOR_EVER;
    }
    return true;
}

/* ---- Loading everything ----------------------------------------------------------------------------- */

/* Finds the client relative to the running program. */
static bool find_beside_program(char *directory, size_t capacity)
{
    char program[PATH_BYTES];
    size_t length = sizeof program;
    if (uv_exepath(program, &length) != 0) {
        return false;
    }
    char *slash = strrchr(program, '/');
    if (slash == NULL) {
        return false;
    }
    *slash = '\0';
    for (size_t i = 0; i < COUNT(places); i++) {
        char page[2 * PATH_BYTES];
        (void)snprintf(page, sizeof page, "%s/%s/index.html", program, places[i]);
        if (access(page, R_OK) == 0) {
            return (size_t)snprintf(directory, capacity, "%s/%s", program, places[i]) < capacity;
        }
    }
    return false;
}

/* Adds the page that is served when the client is not installed. */
static bool add_built_in_page(struct static_files *files)
{
    unsigned char *page = (unsigned char *)strdup(built_in_page);
    return page != NULL && add_file(files, page_path, kind_of(page_path), page, sizeof built_in_page - 1);
}

struct static_files *static_files_load(const char *directory, char *error, size_t capacity)
{
    static const char no_memory[] = "out of memory loading the browser client";
    char beside[2 * PATH_BYTES];
    struct static_files *files = sodium_init() < 0 ? NULL : calloc(1, sizeof *files);
    if (files == NULL) {
        (void)snprintf(error, capacity, "%s", no_memory);
        return NULL;
    }
    if (!add_all_linked(files)) {
        (void)snprintf(error, capacity, "%s", no_memory);
        goto failed;
    }
    bool have = directory[0] != '\0';
    if (!have && find_beside_program(beside, sizeof beside)) {
        directory = beside;
        have = true;
    }
    if (have && !load_directory(files, directory, "", 0, error, capacity)) {
        goto failed;
    }
    if (!have && !add_built_in_page(files)) {
        (void)snprintf(error, capacity, "%s", no_memory);
        goto failed;
    }
    qsort(files->file, files->count, sizeof files->file[0], by_path);
    struct static_file *page = find_in(files->file, files->count, page_path);
    if (page == NULL) {
        (void)snprintf(error, capacity, "there is no index.html in %s", directory);
        goto failed;
    }
    if (!make_version(files, page)) {
        (void)snprintf(error, capacity, "%s, or its page has too many inline elements", no_memory);
        goto failed;
    }
    return files;
failed:
    static_files_free(files);
    return NULL;
}

void static_files_free(struct static_files *files)
{
    if (files == NULL) {
        return;
    }
    for (size_t i = 0; i < files->count; i++) {
        free(files->file[i].path);
        free(files->file[i].body);
        free(files->file[i].gzipped);
        free(files->file[i].policy);
    }
    free(files->versioned);
    free(files->file);
    free(files);
}

/* ---- Finding ---------------------------------------------------------------------------------------- */

static bool is_id(const char *text)
{
    size_t length = strspn(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-");
    return length > 0 && length <= ROUTE_ID_MAX && text[length] == '\0';
}

static bool is_route(const char *path)
{
    for (size_t i = 0; i < COUNT(routes); i++) {
        size_t length = strlen(routes[i].path);
        if (routes[i].takes_id ? strncmp(path, routes[i].path, length) == 0 && is_id(path + length)
                               : strcmp(path, routes[i].path) == 0) {
            return true;
        }
    }
    return strcmp(path, "/") == 0;
}

/* Returns the rest of the path after "/v-NAME", or NULL if it does not begin with that. */
static const char *after_version(const char *path)
{
    size_t prefix = sizeof version_prefix - 1;
    if (strncmp(path, version_prefix, prefix) != 0) {
        return NULL;
    }
    size_t length = strspn(path + prefix, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789");
    const char *rest = path + prefix + length;
    return length > 0 && length <= VERSION_MAX && rest[0] == '/' ? rest : NULL;
}

static bool names_version(const char *path)
{
    for (size_t i = 0; i < COUNT(naming_version); i++) {
        if (strcmp(path, naming_version[i]) == 0) {
            return true;
        }
    }
    return false;
}

const struct static_file *static_files_find(const struct static_files *files, const char *path)
{
    const char *name = after_version(path);
    if (name == NULL) {
        return find_in(files->file, files->count, is_route(path) ? page_path : path);
    }
    const char *version = path + sizeof version_prefix - 1;
    size_t length = (size_t)(name - version);
    bool ours = length == strlen(files->version) && memcmp(version, files->version, length) == 0;
    return ours && !names_version(name) ? find_in(files->versioned, files->count, name) : NULL;
}

bool static_file_matches(const struct static_file *file, const char *if_none_match)
{
    return static_etag_matches(file->etag, if_none_match);
}

bool static_etag_matches(const char *etag, const char *if_none_match)
{
    const char *opaque = etag + 2; /* without W/: weak comparison */
    return strcmp(if_none_match, "*") == 0 || strstr(if_none_match, opaque) != NULL;
}

size_t static_files_count(const struct static_files *files)
{
    return files->count;
}
