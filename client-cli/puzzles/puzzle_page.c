/* puzzle_page.c: see puzzle_page.h. */
#include "client-cli/puzzles/puzzle_page.h"

#include <stdio.h>
#include <string.h>

#include "client-cli/map/map.h"
#include "client-cli/text/sentences.h"
#include "common/puzzles/puzzle_json.h"

enum { MAP_ROWS = 24, LINE_BYTES = 1024, AROUND_MAX = 64 };

bool puzzle_page_begin(struct puzzle_page *page, const struct puzzle *puzzle, const struct board *board,
                       const struct puzzle_words *words)
{
    page->puzzle = puzzle;
    page->board = board;
    page->words = words;
    return puzzle_verify(puzzle, board, &page->solution, &page->facts) == PUZZLE_SOUND;
}

static void write_wrapped(void *context, const char *text, size_t length)
{
    const struct puzzle_page *page = context;
    char line[LINE_BYTES];
    (void)snprintf(line, sizeof line, "%.*s", (int)length, text);
    page->line(page->context, line);
}

void puzzle_page_say(const struct puzzle_page *page, const char *text)
{
    (void)canvas_wrap(text, PUZZLE_PAGE_WIDTH, write_wrapped, (void *)page);
}

/* ---- What has happened ----------------------------------------------------------------------------- */

struct telling {
    const struct puzzle_page *page;
    struct puzzle_story story;
    size_t at;
    unsigned step;
    uint8_t crossing[PAWN_COUNT];
};

static void tell_start(const struct telling *telling)
{
    const struct puzzle_page *page = telling->page;
    char police[200] = "";
    for (unsigned pawn = PAWN_YELLOW; pawn < PAWN_COUNT; pawn++) {
        size_t used = strlen(police);
        if (telling->crossing[pawn] != 0) {
            (void)snprintf(police + used, sizeof police - used, "%s%s %u", used > 0 ? ", " : "",
                           title_pawn((enum pawn)pawn), telling->crossing[pawn]);
        }
    }
    if (police[0] != '\0') {
        const struct puzzle_value values[] = {{.name = "police", .text = police}, {.name = NULL}};
        puzzle_page_say(page, puzzle_text(page->words, "police", values).text);
    }
}

static void tell_heading(const struct telling *telling)
{
    const struct puzzle_page *page = telling->page;
    const struct puzzle_value values[] = {{.name = "number", .number = telling->step}, {.name = NULL}};
    page->line(page->context, "");
    page->line(page->context, puzzle_text(page->words, telling->step == 0 ? "start" : "move", values).text);
}

static void tell_events(struct telling *telling, const struct game *game, const struct events *events)
{
    const struct puzzle_page *page = telling->page;
    struct viewer viewer = puzzle_viewer(page->puzzle);
    for (unsigned i = 0; i < events->count; i++) {
        struct viewed_event viewed;
        view_event(game, viewer, &events->item[i], &viewed);
        struct sentence sentence = sentence_event(page->board->game, &viewed, telling->crossing);
        sentence_follow_police(telling->crossing, &viewed);
        if (telling->at >= telling->story.from) {
            puzzle_page_say(page, sentence.text);
        }
    }
}

static void tell_step(void *context, const struct game *game, const struct action *action,
                      const struct events *events)
{
    struct telling *telling = context;
    (void)action;
    if (telling->at == telling->story.from) {
        tell_heading(telling);
        tell_start(telling);
    } else if (telling->at > telling->story.from && telling->at == telling->story.end[telling->step]) {
        telling->step++;
        tell_heading(telling);
    }
    tell_events(telling, game, events);
    telling->at++;
}

/* ---- The map --------------------------------------------------------------------------------------- */

/* Returns what the map must show: the policemen, where the night or round began, and the choices. */
static unsigned places_shown(const struct puzzle_page *page, const struct view *view,
                             struct map_place place[AROUND_MAX])
{
    unsigned count = 0;
    bool crossings = puzzle_asks_for_crossing((enum puzzle_kind)page->puzzle->kind);
    for (unsigned i = 0; i < page->solution.choices && count < AROUND_MAX - PAWN_COUNT; i++) {
        place[count++] = (struct map_place){(uint8_t)(crossings ? END_CROSSING : END_CIRCLE),
                                            page->solution.choice[i].place};
    }
    SET_EACH (circle, &page->solution.passed) {
        if (count < AROUND_MAX - PAWN_COUNT) {
            place[count++] = (struct map_place){END_CIRCLE, (uint8_t)circle};
        }
    }
    for (unsigned pawn = PAWN_YELLOW; pawn < PAWN_COUNT; pawn++) {
        if (view->crossing[pawn] != 0) {
            place[count++] = (struct map_place){END_CROSSING, view->crossing[pawn]};
        }
    }
    return count;
}

static void draw(const struct puzzle_page *page, const struct view *view)
{
    struct map_window window = {0, 0, PUZZLE_PAGE_WIDTH, MAP_ROWS};
    struct map_place around[AROUND_MAX];
    struct map_look look = {.numbers_of_crossings = page->puzzle->kind == PUZZLE_TRAP};
    struct canvas canvas = {0};
    map_fit(&look, window, page->board, around, places_shown(page, view, around));
    for (unsigned i = 0; i < page->solution.choices; i++) {
        set_add(puzzle_asks_for_crossing((enum puzzle_kind)page->puzzle->kind) ? &look.target_crossings
                                                                               : &look.target_circles,
                page->solution.choice[i].place);
    }
    if (canvas_resize(&canvas, window.width, window.height)) {
        map_draw(&canvas, window, page->board, view, &look);
        for (int y = 0; y < canvas.height; y++) {
            char line[LINE_BYTES];
            (void)canvas_line(&canvas, y, page->ascii, line, sizeof line);
            page->line(page->context, line);
        }
    }
    canvas_free(&canvas);
}

/* ---- The question and its answer ------------------------------------------------------------------- */

static const char *kind_name(const struct puzzle_page *page)
{
    return puzzle_kind_name((enum puzzle_kind)page->puzzle->kind);
}

/* Writes the numbers of the places that can be chosen. */
static void say_choices(const struct puzzle_page *page)
{
    char numbers[400] = "";
    for (unsigned i = 0; i < page->solution.choices; i++) {
        size_t used = strlen(numbers);
        (void)snprintf(numbers + used, sizeof numbers - used, "%s%u", used > 0 ? " " : "",
                       page->solution.choice[i].place);
    }
    if (numbers[0] != '\0') {
        puzzle_page_say(page, numbers);
    }
}

void puzzle_page_write(const struct puzzle_page *page)
{
    struct telling telling = {.page = page};
    struct game game;
    struct view view;
    struct record_error error;
    puzzle_find_story(page->puzzle, page->board, &telling.story);
    if (!record_fold(&page->puzzle->record, page->board, SIZE_MAX, &game, tell_step, &telling, &error)) {
        return; /* a sound puzzle can be folded */
    }
    view_game(&game, puzzle_viewer(page->puzzle), &view);
    page->line(page->context, "");
    draw(page, &view);
    page->line(page->context, "");
    const struct puzzle_value values[] = {{.name = "by", .text = title_pawn((enum pawn)page->puzzle->by)},
                                          {.name = NULL}};
    puzzle_page_say(page, puzzle_text_of(page->words, "kind", kind_name(page), NULL, NULL).text);
    puzzle_page_say(page, puzzle_text_of(page->words, "about", kind_name(page), NULL, values).text);
    say_choices(page);
}

/* Returns the choice of a place; its place is 0 if there is none. */
static struct puzzle_choice find_choice(const struct puzzle_page *page, unsigned place)
{
    for (unsigned i = 0; i < page->solution.choices; i++) {
        if (page->solution.choice[i].place == place) {
            return page->solution.choice[i];
        }
    }
    return (struct puzzle_choice){.place = 0};
}

/* Returns which form of a text fits the numbers, or NULL: "one", "passed", "special". */
static const char *form_of(const struct puzzle_page *page, struct puzzle_choice choice, unsigned place,
                           bool right)
{
    switch (page->puzzle->kind) {
    case PUZZLE_LOCATE:
        return right ? (page->solution.trails == 1 ? "one" : NULL)
                     : (set_has(&page->solution.passed, place) ? "passed" : NULL);
    case PUZZLE_TRAP:
        return right ? (choice.second > 0 ? "special" : NULL) : (choice.first == 1 ? "one" : NULL);
    default:
        return NULL;
    }
}

static void say_facts(const struct puzzle_page *page)
{
    struct puzzle_text this = puzzle_text_of(page->words, "this", game_name(page->board->game), NULL, NULL);
    const struct puzzle_value values[] = {
        {.name = "facts", .number = page->facts}, {.name = "this", .text = this.text}, {.name = NULL}};
    const char *key = page->facts == 0 ? "facts.none" : page->facts == 1 ? "facts.one" : "facts";
    puzzle_page_say(page, puzzle_text(page->words, key, values).text);
}

static struct puzzle_text crossing_of(const struct puzzle_page *page, unsigned place)
{
    const struct puzzle_value values[] = {{.name = "place", .number = place}, {.name = NULL}};
    return puzzle_text(page->words, "crossing", values);
}

static void say_others(const struct puzzle_page *page)
{
    if (page->solution.choices > 1) {
        puzzle_page_say(page, puzzle_text(page->words, "others", NULL).text);
    }
    for (unsigned i = 0; i < page->solution.choices; i++) {
        const struct puzzle_choice *choice = &page->solution.choice[i];
        struct puzzle_text crossing = crossing_of(page, choice->place);
        const struct puzzle_value values[] = {{.name = "place", .number = choice->place},
                                              {.name = "crossing", .text = crossing.text},
                                              {.name = "first", .number = choice->first},
                                              {.name = "second", .number = choice->second},
                                              {.name = NULL}};
        if (choice->place != page->puzzle->answer) {
            puzzle_page_say(page, puzzle_text_of(page->words, "choice", kind_name(page), NULL, values).text);
        }
    }
}

bool puzzle_page_judge(const struct puzzle_page *page, unsigned answer)
{
    struct puzzle_choice choice = find_choice(page, answer);
    bool right = answer == page->puzzle->answer;
    struct puzzle_text crossing = crossing_of(page, answer);
    const struct puzzle_value values[] = {{.name = "by", .text = title_pawn((enum pawn)page->puzzle->by)},
                                          {.name = "place", .number = answer},
                                          {.name = "crossing", .text = crossing.text},
                                          {.name = "first", .number = choice.first},
                                          {.name = "second", .number = choice.second},
                                          {.name = "trails", .number = page->solution.trails},
                                          {.name = NULL}};
    bool in_reach = page->puzzle->kind == PUZZLE_LOCATE ? answer >= 1 && answer <= page->board->circles
                                                        : choice.place != 0;
    if (!in_reach) {
        puzzle_page_say(page, puzzle_text(page->words, "out_of_reach", values).text);
        return false;
    }
    if (right) {
        puzzle_page_say(page, puzzle_text(page->words, "right", NULL).text);
    }
    puzzle_page_say(page, puzzle_text_of(page->words, right ? "why" : "wrong", kind_name(page),
                                         form_of(page, choice, answer, right), values)
                              .text);
    if (right) {
        say_facts(page);
        say_others(page);
    }
    return right;
}
