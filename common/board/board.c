/*
 * board.c: reads the text of a board.
 *
 * Custom boards are uploaded by strangers, so nothing is trusted: unknown keys are rejected, every value is
 * checked for type and range, and an error is reported as one sentence with its line (board_text.c). After
 * reading, the data has the right shape. board_check.c and board_areas.c then check that it is a playable
 * map, and board_index.c builds the tables.
 */
#include "common/board/board.h"
#include "common/base/utf8.h"
#include "common/base/words.h"

#include <stdlib.h>
#include <string.h>

#include "common/base/array.h"
#include "common/board/board_internal.h"

enum {
    SIZE_MAX_SIDE = INT16_MAX,
    VERSION_MAX = 1000000,
    OUTLINE_MIN = 3,
};

struct word {
    const char *text;
    uint8_t value;
};

/* The columns of a row in "circles", "crossings" or "joints": number, x, y, and up to two words. */
struct row {
    const char *written;
    const struct word *word[2]; /* NULL if there is no such column */
    const char *meaning[2];
};

const char *const board_kind_key[] = {"circles", "crossings", "joints"};
static const char *const kind_name[] = {"Circle", "Crossing", "Joint"};
const char board_kind_letter[] = {'c', 'x', 'j'};
static const char *const game_names[] = {[GAME_WHITECHAPEL] = "whitechapel", [GAME_WHITEHALL] = "whitehall"};
_Static_assert(COUNT(game_names) == GAME_KIND_COUNT, "every game has a name");

static const struct word whitechapel_colours[] = {{"plain", CIRCLE_PLAIN}, {"red", CIRCLE_RED}, {NULL, 0}};
static const struct word whitehall_colours[] = {
    {"white", CIRCLE_WHITE}, {"black", CIRCLE_BLACK}, {"blue", CIRCLE_BLUE}, {NULL, 0}};
static const struct word whitechapel_borders[] = {
    {"plain", BORDER_PLAIN}, {"yellow", BORDER_YELLOW}, {"red", BORDER_RED}, {NULL, 0}};
static const struct word whitehall_borders[] = {
    {"plain", BORDER_PLAIN}, {"yellow", BORDER_YELLOW}, {NULL, 0}};
static const struct word sections[] = {{"A/a", SECTION_A_a},
                                       {"A/b", SECTION_A_b},
                                       {"B/a", SECTION_B_a},
                                       {"B/b", SECTION_B_b},
                                       {"C/a", SECTION_C_a},
                                       {"C/b", SECTION_C_b},
                                       {NULL, 0}};
static const struct word quadrants[] = {{"NW", QUADRANT_NW}, {"NE", QUADRANT_NE}, {"SW", QUADRANT_SW},
                                        {"SE", QUADRANT_SE}, {"", QUADRANT_NONE}, {NULL, 0}};

static const struct row rows[GAME_KIND_COUNT][3] = {
    [GAME_WHITECHAPEL] =
        {
            [END_CIRCLE] = {"[number, x, y, \"colour\"]", {whitechapel_colours, NULL}, {"colour", NULL}},
            [END_CROSSING] = {"[number, x, y, \"border\", \"section\"]",
                              {whitechapel_borders, sections},
                              {"border", "section"}},
            [END_JOINT] = {"[number, x, y]", {NULL, NULL}, {NULL, NULL}},
        },
    [GAME_WHITEHALL] =
        {
            [END_CIRCLE] = {"[number, x, y, \"colour\", \"quadrant\"]",
                            {whitehall_colours, quadrants},
                            {"colour", "quadrant"}},
            [END_CROSSING] = {"[number, x, y, \"border\"]", {whitehall_borders, NULL}, {"border", NULL}},
            [END_JOINT] = {"[number, x, y]", {NULL, NULL}, {NULL, NULL}},
        },
};

/* The keys of the file: which are optional, and which belong to one game only. */
static const struct key {
    const char *name;
    bool optional, whitehall_only;
} keys[] = {
    {"board", false, false},     {"game", true, false},      {"version", false, false},
    {"size", false, false},      {"fields", true, false},    {"circles", false, false},
    {"crossings", false, false}, {"joints", true, false},    {"streets", false, false},
    {"houses", false, false},    {"blocks", false, false},   {"waters", true, true},
    {"water_edges", true, true}, {"blue_lines", true, true},
};

const char *game_name(enum game_kind game)
{
    return game_names[game];
}

enum game_kind game_from_name(const char *name)
{
    return (enum game_kind)word_find(game_names, 0, GAME_KIND_COUNT, GAME_KIND_COUNT, name);
}

const struct street *board_line(const struct board *board, unsigned index)
{
    return index < board->streets ? &board->street[index] : &board->blue_line[index - board->streets];
}

const struct place *board_place(const struct board *board, struct end end)
{
    const struct place *const places[] = {board->circle, board->crossing, board->joint};
    return &places[end.kind][end.number];
}

/* ---- the header of the file ---- */

static bool is_whole(const json_t *value, json_int_t least, json_int_t most)
{
    return json_is_integer(value) && json_integer_value(value) >= least && json_integer_value(value) <= most;
}

/* Rejects control characters, which would otherwise reach the terminals of everyone who lists boards. */
static bool is_name(const char *name)
{
    size_t bytes = 0;
    size_t step;
    for (; name[bytes] != '\0'; bytes += step) {
        if (utf8_is_control(utf8_decode(name + bytes, &step))) {
            return false;
        }
    }
    return bytes > 0 && bytes <= BOARD_NAME_MAX;
}

static bool read_name(const struct board_source *source, struct board *board)
{
    const char *name = json_string_value(json_object_get(source->root, "board"));
    if (name == NULL || !is_name(name)) {
        return board_fail(source, "board", BOARD_NO_INDEX,
                          "\"board\" must be a name of 1 to %d bytes without control characters.",
                          BOARD_NAME_MAX);
    }
    memcpy(board->name, name, strlen(name) + 1);
    return true;
}

/* "game" names the rules the board is for. If it is missing, the board's name must be the name of a game. */
static bool read_game(const struct board_source *source, struct board *board)
{
    const json_t *value = json_object_get(source->root, "game");
    const char *game = value == NULL ? board->name : json_string_value(value);
    enum game_kind kind = game == NULL ? GAME_KIND_COUNT : game_from_name(game);
    if (kind != GAME_KIND_COUNT) {
        board->game = kind;
        return true;
    }
    return board_fail(source, value == NULL ? "board" : "game", BOARD_NO_INDEX,
                      "A board must name its \"game\": \"whitechapel\" or \"whitehall\".");
}

static const struct key *find_key(const char *name)
{
    for (size_t i = 0; i < COUNT(keys); i++) {
        if (strcmp(keys[i].name, name) == 0) {
            return &keys[i];
        }
    }
    return NULL;
}

static bool check_keys(const struct board_source *source)
{
    const char *name;
    json_t *value;
    json_object_foreach (source->root, name, value) {
        if (find_key(name) == NULL) {
            return board_fail(source, name, BOARD_NO_INDEX, "\"%s\" is not a key of a board.",
                              board_shown(name).text);
        }
    }
    for (size_t i = 0; i < COUNT(keys); i++) {
        if (!keys[i].optional && json_object_get(source->root, keys[i].name) == NULL) {
            return board_fail(source, NULL, 0, "The board has no \"%s\".", keys[i].name);
        }
    }
    return true;
}

static bool check_keys_of_game(const struct board_source *source, const struct board *board)
{
    for (size_t i = 0; i < COUNT(keys); i++) {
        if (keys[i].whitehall_only && board->game != GAME_WHITEHALL &&
            json_object_get(source->root, keys[i].name) != NULL) {
            return board_fail(source, keys[i].name, BOARD_NO_INDEX,
                              "\"%s\" belongs to Whitehall; this board is for Whitechapel.", keys[i].name);
        }
    }
    return true;
}

static bool read_head(const struct board_source *source, struct board *board)
{
    if (!read_name(source, board) || !read_game(source, board) || !check_keys_of_game(source, board)) {
        return false;
    }
    const json_t *version = json_object_get(source->root, "version");
    if (!is_whole(version, 1, VERSION_MAX)) {
        return board_fail(source, "version", BOARD_NO_INDEX,
                          "\"version\" must be a whole number from 1 to %d.", VERSION_MAX);
    }
    board->version = (unsigned)json_integer_value(version);
    const json_t *size = json_object_get(source->root, "size");
    if (json_array_size(size) != 2 || !is_whole(json_array_get(size, 0), 1, SIZE_MAX_SIDE) ||
        !is_whole(json_array_get(size, 1), 1, SIZE_MAX_SIDE)) {
        return board_fail(source, "size", BOARD_NO_INDEX,
                          "\"size\" must be [width, height], whole numbers from 1 to %d.", SIZE_MAX_SIDE);
    }
    board->width = (int)json_integer_value(json_array_get(size, 0));
    board->height = (int)json_integer_value(json_array_get(size, 1));

    json_t *fields = json_object_get(source->root, "fields");
    bool good = fields == NULL || json_is_object(fields);
    const char *name;
    json_t *value;
    json_object_foreach (fields, name, value) {
        good = good && json_is_string(value);
    }
    return good || board_fail(source, "fields", BOARD_NO_INDEX, "\"fields\" must be an object of strings.");
}

/* ---- the lists ---- */

/* Opens an array of at most `most` elements and stores its length. A missing list counts as empty. */
static bool open_list(const struct board_source *source, const char *key, unsigned most, const json_t **list,
                      unsigned *count)
{
    *list = json_object_get(source->root, key);
    *count = 0;
    if (*list == NULL) {
        return true;
    }
    if (!json_is_array(*list)) {
        return board_fail(source, key, BOARD_NO_INDEX, "\"%s\" must be an array.", key);
    }
    if (json_array_size(*list) > most) {
        return board_fail(source, key, most, "A board has at most %u elements in \"%s\"; this one has %zu.",
                          most, key, json_array_size(*list));
    }
    *count = (unsigned)json_array_size(*list);
    return true;
}

static bool read_words(const struct board_source *source, const struct row *row, int kind, unsigned index,
                       const json_t *columns, uint8_t value[2])
{
    for (unsigned i = 0; i < 2 && row->word[i] != NULL; i++) {
        const char *text = json_string_value(json_array_get(columns, 3 + i));
        const struct word *word = row->word[i];
        while (word->text != NULL && strcmp(word->text, text) != 0) {
            word++;
        }
        if (word->text == NULL) {
            return board_fail(source, board_kind_key[kind], index, "%s %u has the unknown %s \"%s\".",
                              kind_name[kind], index + 1, row->meaning[i], board_shown(text).text);
        }
        value[i] = word->value;
    }
    return true;
}

static bool row_has_shape(const struct row *row, const json_t *columns)
{
    size_t words = (size_t)(row->word[0] != NULL) + (row->word[1] != NULL);
    bool good = json_is_array(columns) && json_array_size(columns) == 3 + words;
    for (size_t i = 0; good && i < 3 + words; i++) {
        const json_t *value = json_array_get(columns, i);
        good = i < 3 ? json_is_integer(value) : json_is_string(value);
    }
    return good;
}

static bool read_place(const struct board_source *source, const struct board *board, int kind, unsigned index,
                       const json_t *columns, struct place *place)
{
    const struct row *row = &rows[board->game][kind];
    if (!row_has_shape(row, columns)) {
        return board_fail(source, board_kind_key[kind], index,
                          "%s %u must be written %s, whole numbers first.", kind_name[kind], index + 1,
                          row->written);
    }
    json_int_t number = json_integer_value(json_array_get(columns, 0));
    if (number != (json_int_t)index + 1) {
        return board_fail(source, board_kind_key[kind], index,
                          "\"%s\" must be numbered 1, 2, 3 and so on: %lld stands where %u belongs.",
                          board_kind_key[kind], (long long)number, index + 1);
    }
    if (!is_whole(json_array_get(columns, 1), 0, board->width) ||
        !is_whole(json_array_get(columns, 2), 0, board->height)) {
        return board_fail(source, board_kind_key[kind], index, "%s %u lies outside the board's size.",
                          kind_name[kind], index + 1);
    }
    uint8_t value[2] = {0, 0};
    if (!read_words(source, row, kind, index, columns, value)) {
        return false;
    }
    *place = (struct place){
        .x = (int16_t)json_integer_value(json_array_get(columns, 1)),
        .y = (int16_t)json_integer_value(json_array_get(columns, 2)),
        .colour = value[0],
        .area = value[1],
    };
    return true;
}

static bool read_places(const struct board_source *source, struct board *board, int kind,
                        struct place *places, unsigned *count)
{
    const json_t *list;
    if (!open_list(source, board_kind_key[kind], SET_LIMIT - 1, &list, count)) {
        return false;
    }
    for (unsigned i = 0; i < *count; i++) {
        if (!read_place(source, board, kind, i, json_array_get(list, i), &places[i + 1])) {
            return false;
        }
    }
    return true;
}

static bool read_end(const struct board_source *source, const struct board *board, const char *key,
                     unsigned index, const json_t *value, struct end *end)
{
    const unsigned counts[] = {board->circles, board->crossings, board->joints};
    const char *text = json_string_value(value);
    if (text == NULL) {
        return board_fail(source, key, index, "The ends in \"%s\" must be strings like \"c1\" or \"x1\".",
                          key);
    }
    unsigned number = 0;
    size_t digits = 0;
    while (text[0] != '\0' && digits < 4 && text[1 + digits] >= '0' && text[1 + digits] <= '9') {
        number = number * 10 + (unsigned)(text[1 + digits] - '0');
        digits++;
    }
    for (int kind = END_CIRCLE; digits > 0 && kind <= END_JOINT; kind++) {
        if (text[0] == board_kind_letter[kind] && text[1] != '0' && text[1 + digits] == '\0' &&
            number <= counts[kind]) {
            *end = (struct end){.kind = (uint8_t)kind, .number = (uint8_t)number};
            return true;
        }
    }
    return board_fail(source, key, index, "There is no place \"%s\" on this board.", board_shown(text).text);
}

static bool read_ends(const struct board_source *source, const struct board *board, const char *key,
                      unsigned index, const json_t *values, struct end *ends)
{
    for (size_t i = 0; i < json_array_size(values); i++) {
        if (!read_end(source, board, key, index, json_array_get(values, i), &ends[i])) {
            return false;
        }
    }
    return true;
}

static bool read_lines(const struct board_source *source, const struct board *board, const char *key,
                       unsigned most, struct street *streets, unsigned *count)
{
    const json_t *list;
    if (!open_list(source, key, most, &list, count)) {
        return false;
    }
    for (unsigned i = 0; i < *count; i++) {
        const json_t *values = json_array_get(list, i);
        if (json_array_size(values) != 2) {
            return board_fail(source, key, i, "Each element of \"%s\" must be an array of two ends.", key);
        }
        struct end *end = streets[i].end;
        if (!read_ends(source, board, key, i, values, end)) {
            return false;
        }
        if (board_same_end(end[0], end[1])) {
            return board_fail(source, key, i, "A line leads from %c%u to itself.",
                              board_kind_letter[end[0].kind], (unsigned)end[0].number);
        }
    }
    return true;
}

static bool read_outlines(const struct board_source *source, const struct board *board, const char *key,
                          unsigned most, struct outline *outlines, unsigned *count)
{
    const json_t *list;
    if (!open_list(source, key, most, &list, count)) {
        return false;
    }
    for (unsigned i = 0; i < *count; i++) {
        const json_t *values = json_array_get(list, i);
        size_t ends = json_array_size(values);
        if (ends < OUTLINE_MIN || ends > BOARD_OUTLINE_MAX) {
            return board_fail(source, key, i, "Each element of \"%s\" must be an array of %d to %d ends.",
                              key, OUTLINE_MIN, BOARD_OUTLINE_MAX);
        }
        outlines[i].count = (uint8_t)ends;
        if (!read_ends(source, board, key, i, values, outlines[i].end)) {
            return false;
        }
    }
    return true;
}

static bool read_circle_sets(const struct board_source *source, const struct board *board, const char *key,
                             unsigned most, struct set *sets, unsigned *count)
{
    const json_t *list;
    if (!open_list(source, key, most, &list, count)) {
        return false;
    }
    for (unsigned i = 0; i < *count; i++) {
        const json_t *values = json_array_get(list, i);
        for (size_t k = 0; k < json_array_size(values); k++) {
            const json_t *value = json_array_get(values, k);
            if (!is_whole(value, 1, board->circles) ||
                set_has(&sets[i], (unsigned)json_integer_value(value))) {
                return board_fail(source, key, i,
                                  "Each element of \"%s\" must list numbers of circles, each once.", key);
            }
            set_add(&sets[i], (unsigned)json_integer_value(value));
        }
        if (json_array_size(values) < 2) {
            return board_fail(source, key, i,
                              "Each element of \"%s\" must be an array of at least two circles.", key);
        }
    }
    return true;
}

static bool read_lists(const struct board_source *source, struct board *board, struct board_areas *areas)
{
    return read_places(source, board, END_CIRCLE, board->circle, &board->circles) &&
           read_places(source, board, END_CROSSING, board->crossing, &board->crossings) &&
           read_places(source, board, END_JOINT, board->joint, &board->joints) &&
           read_lines(source, board, "streets", BOARD_STREETS_MAX, board->street, &board->streets) &&
           read_lines(source, board, "blue_lines", BOARD_BLUE_LINES_MAX, board->blue_line,
                      &board->blue_lines) &&
           read_outlines(source, board, "houses", BOARD_HOUSES_MAX, board->house, &board->houses) &&
           read_outlines(source, board, "water_edges", BOARD_WATERS_MAX, board->water, &board->waters) &&
           read_circle_sets(source, board, "blocks", BOARD_HOUSES_MAX, areas->block, &areas->blocks) &&
           read_circle_sets(source, board, "waters", BOARD_WATERS_MAX, areas->water, &areas->waters);
}

/* ---- loading ---- */

static bool load(struct board_source *source, struct board *board, struct board_areas *areas)
{
    return board_parse(source) && check_keys(source) && read_head(source, board) &&
           read_lists(source, board, areas) && board_check(source, board, areas) &&
           board_index(source, board, areas);
}

struct board *board_load(const char *text, size_t length, struct board_error *error)
{
    struct board_source source = {.text = text, .length = length, .error = error};
    struct board *board = calloc(1, sizeof *board);
    struct board_areas *areas = calloc(1, sizeof *areas);
    *error = (struct board_error){0};
    bool loaded = board != NULL && areas != NULL
                      ? load(&source, board, areas)
                      : board_fail(&source, NULL, 0, "There is not enough memory to load the board.");
    if (!loaded) {
        free(board);
        board = NULL;
    }
    json_decref(source.root);
    free(areas);
    return board;
}

void board_free(struct board *board)
{
    free(board);
}

/* ---- the boards in the program ---- */

/*
 * `ld -r -b binary` derives these symbols from the file names; the asm labels keep reserved identifiers out
 * of our code.
 */
extern const char whitechapel_start[] __asm__("_binary_whitechapel_json_start");
extern const char whitechapel_end[] __asm__("_binary_whitechapel_json_end");
extern const char whitehall_start[] __asm__("_binary_whitehall_json_start");
extern const char whitehall_end[] __asm__("_binary_whitehall_json_end");

const char *board_builtin_text(enum game_kind game, size_t *length)
{
    const char *start = game == GAME_WHITECHAPEL ? whitechapel_start : whitehall_start;
    const char *end = game == GAME_WHITECHAPEL ? whitechapel_end : whitehall_end;
    *length = (size_t)((uintptr_t)end - (uintptr_t)start);
    return start;
}

struct board *board_builtin(enum game_kind game)
{
    struct board_error error;
    size_t length;
    const char *text = board_builtin_text(game, &length);
    return board_load(text, length, &error);
}
