/* test_guide.c: "How to play": the pictures are true, and chapters and terms are printed. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "client-cli/learn/guide.h"
#include "client-cli/map/canvas.h"
#include "common/base/array.h"
#include "common/learn/learn.h"
#include "common/rules/game.h"
#include "common/wire/wire_read.h"
#include "tests/support/c/scenario.h"

static json_t *load(enum learn_file file)
{
    size_t length;
    const char *text = learn_file_text(file, &length);
    json_error_t error;
    json_t *json = json_loadb(text, length, JSON_REJECT_DUPLICATES, &error);
    ck_assert_msg(json != NULL, "%s: line %d: %s", learn_file_name(file), error.line, error.text);
    return json;
}

static unsigned number_of(const char *place)
{
    return (unsigned)strtoul(place + 1, NULL, 10);
}

/* ---- Pictures -------------------------------------------------------------------------------------- */

static struct set occupied(const struct view *view)
{
    struct set set = {0};
    for (unsigned pawn = PAWN_JACK + 1; pawn < PAWN_COUNT; pawn++) {
        if (view->crossing[pawn] != 0) {
            set_add(&set, view->crossing[pawn]);
        }
    }
    for (unsigned i = 0; i < PATROLS; i++) {
        if (view->patrol_crossing[i] != 0) {
            set_add(&set, view->patrol_crossing[i]);
        }
    }
    return set;
}

/* Returns the circles where a Wretched can go: see rules.md, Hell 6. */
static struct set wretched_moves(const struct board *board, const struct view *view, unsigned circle)
{
    struct set patrols = occupied(view);
    struct set moves = board_free_neighbours(board, circle, &patrols);
    for (unsigned crossing = 1; crossing <= board->crossings; crossing++) {
        for (unsigned i = 1; set_has(&patrols, crossing) && i <= board->circles; i++) {
            if (set_has(&board->next_to[crossing], i)) {
                set_remove(&moves, i);
            }
        }
    }
    return moves;
}

/* Returns what the picture says is marked, according to the board. */
static struct set truth(const struct board *board, const struct view *view, const char *shows, unsigned of,
                        const struct set *marks)
{
    struct set police = occupied(view);
    struct set set = {0};
    if (strcmp(shows, "adjacent") == 0) {
        set = board->adjacent[of];
    } else if (strcmp(shows, "move") == 0) {
        set = board_free_neighbours(board, of, &police);
    } else if (strcmp(shows, "next_to") == 0) {
        set = board->next_to[of];
    } else if (strcmp(shows, "walk") == 0) {
        set = board->reach[of];
        set_remove(&set, of);
    } else if (strcmp(shows, "alley") == 0) {
        set = board->alley[of];
    } else if (strcmp(shows, "boat") == 0) {
        set = board->boat[of];
    } else if (strcmp(shows, "wretched") == 0) {
        set = wretched_moves(board, view, of);
    } else if (strcmp(shows, "coach") == 0) {
        /* It ends where Jack stands, after a step that a policeman blocks. */
        unsigned via = view->row[0][view->last_cell - 1], end = view->row[0][view->last_cell];
        struct set ends = board_coach_ends(board, of, via);
        struct set free = board_free_neighbours(board, of, &police);
        ck_assert(set_has(&ends, end) && !set_has(&free, via));
        set_add(&set, via);
        set_add(&set, end);
    } else if (strcmp(shows, "escape") == 0) {
        struct set free = board_free_neighbours(board, of, &police);
        ck_assert(set_has(&free, view->hideout));
        set_add(&set, view->hideout);
    } else {
        ck_assert_msg(strcmp(shows, "discoveries") == 0 || strcmp(shows, "hell") == 0, "%s", shows);
        set = *marks;
    }
    return set;
}

/* Jack's trail consists of moves that exist. */
static void check_trail(const struct board *board, const struct view *view)
{
    for (unsigned i = view->first_cell; view->on_track && i < view->last_cell; i++) {
        unsigned from = view->row[0][i], to = view->row[0][i + 1];
        ck_assert_msg(from == 0 || to == 0 || set_has(&board->adjacent[from], to), "%u to %u", from, to);
    }
}

static void check_picture(const json_t *base, const char *id, const json_t *picture)
{
    const char *game = json_string_value(json_object_get(picture, "game"));
    struct board *board = board_builtin(game_from_name(game));
    json_t *whole = json_copy(json_object_get(base, game));
    const json_t *marks = json_object_get(picture, "marks");
    struct view view;
    struct set marked = {0};
    ck_assert(board != NULL && json_object_update(whole, json_object_get(picture, "view")) == 0);
    ck_assert_msg(wire_read_view(whole, &view), "%s: not a view", id);
    for (size_t i = 0; i < json_array_size(marks); i++) {
        set_add(&marked, number_of(json_string_value(json_array_get(marks, i))));
    }
    struct set set = truth(board, &view, json_string_value(json_object_get(picture, "shows")),
                           number_of(json_string_value(json_object_get(picture, "of"))), &marked);
    ck_assert_msg(memcmp(&set, &marked, sizeof set) == 0, "%s: the marks are wrong", id);
    check_trail(board, &view);
    json_decref(whole);
    board_free(board);
}

START_TEST(every_picture_is_true_on_its_board)
{
    json_t *file = load(LEARN_PICTURES);
    json_t *pictures = json_object_get(file, "pictures");
    const char *id;
    json_t *picture;
    ck_assert_uint_ge(json_object_size(pictures), 10);
    json_object_foreach (pictures, id, picture) {
        check_picture(json_object_get(file, "base"), id, picture);
    }
    json_decref(file);
}
END_TEST

/* ---- Languages ------------------------------------------------------------------------------------- */

/* Compares the shape of two texts: the same chapters, blocks, lengths of lists, pictures, numbers and terms. */
static void same_shape(const json_t *left, const json_t *right, const char *where)
{
    ck_assert_msg(json_typeof(left) == json_typeof(right), "%s", where);
    if (json_is_array(left)) {
        ck_assert_msg(json_array_size(left) == json_array_size(right), "%s", where);
        for (size_t i = 0; i < json_array_size(left); i++) {
            same_shape(json_array_get(left, i), json_array_get(right, i), where);
        }
    }
    const char *key;
    json_t *value;
    json_object_foreach ((json_t *)left, key, value) {
        const json_t *other = json_object_get(right, key);
        bool is_id = strcmp(key, "id") == 0 || strcmp(key, "picture") == 0 || strcmp(key, "game") == 0;
        ck_assert_msg(other != NULL, "%s: no %s", where, key);
        ck_assert_msg(!is_id || json_equal(value, other), "%s: another %s", where, key);
        if (strcmp(key, "forms") != 0) {
            same_shape(value, other, is_id ? json_string_value(value) : key);
        }
    }
}

START_TEST(both_languages_have_the_same_chapters_pictures_and_terms)
{
    json_t *english = load(LEARN_ENGLISH), *other = load(LEARN_ITALIAN);
    same_shape(english, other, "the guide");
    same_shape(other, english, "the guide");
    json_decref(english);
    json_decref(other);
}
END_TEST

/* ---- Printing -------------------------------------------------------------------------------------- */

struct page {
    char text[40000];
    int widest, maps;
    bool ascii;
};

static void collect(void *context, enum guide_look look, const char *text)
{
    struct page *page = context;
    size_t used = strlen(page->text);
    int columns = canvas_columns(text);
    ck_assert(used + strlen(text) + 2 < sizeof page->text);
    (void)snprintf(page->text + used, sizeof page->text - used, "%s\n", text);
    page->widest = columns > page->widest ? columns : page->widest;
    page->maps += look == GUIDE_MAP;
    for (const char *at = text; page->ascii && *at != '\0'; at++) {
        ck_assert_msg((unsigned char)*at < 0x80, "not ASCII: %s", text);
    }
}

static struct page *print(enum language language, const char *name, bool ascii, bool *found)
{
    struct page *page = calloc(1, sizeof *page);
    struct guide *guide = guide_load(language);
    struct guide_output output = {.width = GUIDE_WIDTH, .ascii = ascii, .line = collect, .context = page};
    ck_assert(page != NULL && guide != NULL);
    page->ascii = ascii;
    language_set(language, ascii);
    *found = guide_write(guide, name, &output);
    guide_free(guide);
    return page;
}

START_TEST(every_chapter_is_printed_without_markup_and_fits_the_page)
{
    struct guide *guide = guide_load(LANGUAGE_ENGLISH);
    int maps = 0;
    for (size_t i = 0; i < guide_chapters(guide); i++) {
        for (unsigned language = 0; language < LANGUAGE_COUNT; language++) {
            for (unsigned ascii = 0; ascii < 2; ascii++) {
                bool found;
                struct page *page = print((enum language)language, guide_id(guide, i), ascii == 1, &found);
                ck_assert_msg(found && strlen(page->text) > 400, "%s", guide_id(guide, i));
                ck_assert_msg(strstr(page->text, "[[") == NULL && strstr(page->text, "]]") == NULL, "%s",
                              page->text);
                ck_assert_int_le(page->widest, GUIDE_WIDTH);
                maps += page->maps;
                free(page);
            }
        }
    }
    ck_assert_int_gt(maps, 100);
    guide_free(guide);
}
END_TEST

START_TEST(a_term_is_found_by_its_id_and_in_the_language)
{
    static const struct {
        enum language language;
        const char *name, *says;
    } rows[] = {
        {LANGUAGE_ENGLISH, "coach", "two steps at once"},
        {LANGUAGE_ENGLISH, "HEAD", "in charge tonight"},
        {LANGUAGE_ENGLISH, "crime scene", "of a murder"},
        {LANGUAGE_ITALIAN, "carrozza", "due passi"},
        {LANGUAGE_ITALIAN, "coach", "due passi in una volta"},
    };
    bool found;
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct page *page = print(rows[i].language, rows[i].name, false, &found);
        ck_assert_msg(found && strstr(page->text, rows[i].says) != NULL, "%s: %s", rows[i].name, page->text);
        free(page);
    }
    struct page *page = print(LANGUAGE_ENGLISH, "carrozza", false, &found);
    ck_assert(!found && page->text[0] == '\0');
    free(page);
}
END_TEST

START_TEST(the_map_of_a_picture_shows_its_places)
{
    bool found;
    struct page *page = print(LANGUAGE_ENGLISH, "start", false, &found);
    const char *places[] = {"<83>", "<85>",   "<100>",  "<101>",
                            " Y ",  "J103:2", "<*103>", "marked in this picture"};
    for (size_t i = 0; i < COUNT(places); i++) {
        ck_assert_msg(strstr(page->text, places[i]) != NULL, "%s: %s", places[i], page->text);
    }
    free(page);
}
END_TEST

int main(void)
{
    static const TTest *const *const tests[] = {
        &every_picture_is_true_on_its_board,
        &both_languages_have_the_same_chapters_pictures_and_terms,
        &every_chapter_is_printed_without_markup_and_fits_the_page,
        &a_term_is_found_by_its_id_and_in_the_language,
        &the_map_of_a_picture_shows_its_places,
    };
    return scenario_run("guide", NULL, tests, COUNT(tests));
}
