/*
 * board_text.c: parses the text of a board and finds the lines of errors.
 *
 * Size and depth are limited before jansson sees the text, because it recurses and allocates. jansson does
 * not record line numbers, so an error finds its line by scanning the text again, which is known to be valid
 * JSON by then. Only invalid boards pay for that.
 */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "common/board/board_internal.h"
#include "common/json/json_scan.h"

enum {
    TEXT_MAX = 1024 * 1024,
    DEPTH_MAX = 8, /* boards need three */
};

/* A position in the text that knows whether it is inside a string. */
struct walker {
    const char *text;
    size_t length, at;
    struct json_scan scan;
};

static struct walker walker_of(const struct board_source *source)
{
    return (struct walker){.text = source->text, .length = source->length, .scan = {.line = 1}};
}

static void walk(struct walker *walker)
{
    json_scan_byte(&walker->scan, walker->text[walker->at++]);
}

static bool at_space(const struct walker *walker)
{
    return strchr(" \t\r\n", walker->text[walker->at]) != NULL;
}

/*
 * Moves past `skip` commas at this depth, to the start of the element that follows or to the end of the
 * container.
 */
static void walk_to_element(struct walker *walker, size_t skip)
{
    unsigned depth = walker->scan.depth;
    while (walker->at < walker->length && skip > 0 && walker->scan.depth >= depth) {
        bool comma = walker->scan.depth == depth && !walker->scan.quoted && walker->text[walker->at] == ',';
        skip -= comma;
        walk(walker);
    }
    while (walker->at < walker->length && at_space(walker)) {
        walk(walker);
    }
}

/*
 * Counts keys instead of comparing them: the parsed object has them in the same order, but possibly
 * unescaped.
 */
static unsigned line_of(const struct board_source *source, const char *key, size_t index)
{
    struct walker walker = walker_of(source);
    size_t position = 0;
    void *member = json_object_iter(source->root);
    while (member != NULL && strcmp(json_object_iter_key(member), key) != 0) {
        member = json_object_iter_next(source->root, member);
        position++;
    }
    if (member == NULL) {
        return 0;
    }
    while (walker.at < walker.length && walker.scan.depth == 0) {
        walk(&walker);
    }
    walk_to_element(&walker, position);
    if (index != BOARD_NO_INDEX && json_is_array(json_object_iter_value(member))) {
        while (walker.at < walker.length && walker.scan.depth < 2) {
            walk(&walker);
        }
        walk_to_element(&walker, index);
    }
    return walker.scan.line;
}

bool board_fail(const struct board_source *source, const char *key, size_t index, const char *format, ...)
{
    struct board_error *error = source->error;
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(error->text, sizeof error->text, format, arguments);
    va_end(arguments);
    error->line = key == NULL ? 0 : line_of(source, key, index);
    return false;
}

struct board_shown board_shown(const char *foreign)
{
    struct board_shown shown = {""};
    for (size_t i = 0; i + 1 < sizeof shown.text && foreign[i] != '\0'; i++) {
        shown.text[i] = foreign[i] >= ' ' && foreign[i] <= '~' ? foreign[i] : '?';
    }
    return shown;
}

/* Limits size and depth, because jansson recurses. The text may still not be JSON at all. */
static bool check_bounds(const struct board_source *source)
{
    struct json_scan scan = {.line = 1};
    if (source->length > TEXT_MAX) {
        return board_fail(source, NULL, 0, "The text is longer than %d bytes.", TEXT_MAX);
    }
    if (json_scan_exceeds(&scan, source->text, source->length, DEPTH_MAX)) {
        (void)board_fail(source, NULL, 0, "The text nests deeper than %d levels.", DEPTH_MAX);
        source->error->line = scan.line;
        return false;
    }
    return true;
}

/* jansson's messages end with the offending bytes ("... near '...'"); these are cut off. */
bool board_parse(struct board_source *source)
{
    if (!check_bounds(source)) {
        return false;
    }
    json_error_t error;
    source->root = json_loadb(source->text, source->length, JSON_REJECT_DUPLICATES, &error);
    if (source->root == NULL) {
        char *near = strstr(error.text, " near ");
        if (near != NULL) {
            *near = '\0';
        }
        if (json_error_code(&error) == json_error_duplicate_key) {
            (void)board_fail(source, NULL, 0, "A key appears twice.");
        } else {
            (void)board_fail(source, NULL, 0, "The text is not JSON: %s.", board_shown(error.text).text);
        }
        source->error->line = error.line > 0 ? (unsigned)error.line : 1;
        return false;
    }
    return json_is_object(source->root) || board_fail(source, NULL, 0, "A board must be a JSON object.");
}
