/* puzzle_json.c: see puzzle_json.h. */
#include "common/puzzles/puzzle_json.h"

#include "common/base/array.h"
#include "common/wire/wire.h"

/* ---- The steps ------------------------------------------------------------------------------------- */

struct finding {
    struct puzzle_story *story;
    size_t at; /* actions so far */
};

static bool happened(const struct events *events, enum event_kind kind)
{
    for (unsigned i = 0; i < events->count; i++) {
        if (events->item[i].kind == kind) {
            return true;
        }
    }
    return false;
}

static bool is_move(const struct action *action)
{
    return action->kind == ACTION_MOVE || action->kind == ACTION_COACH || action->kind == ACTION_ALLEY ||
           action->kind == ACTION_BOAT;
}

static void find_step(void *context, const struct game *game, const struct action *action,
                      const struct events *events)
{
    struct finding *finding = context;
    struct puzzle_story *story = finding->story;
    (void)game;
    if (happened(events, EVENT_NIGHT)) {
        *story = (struct puzzle_story){.from = finding->at, .steps = 1};
    } else if (is_move(action) && story->steps < COUNT(story->end)) {
        story->end[story->steps - 1] = finding->at;
        story->steps++;
    }
    finding->at++;
    story->end[story->steps - 1] = finding->at;
}

void puzzle_find_story(const struct puzzle *puzzle, const struct board *board, struct puzzle_story *story)
{
    struct finding finding = {.story = story};
    struct game game;
    struct record_error error;
    *story = (struct puzzle_story){.steps = 1};
    (void)record_fold(&puzzle->record, board, SIZE_MAX, &game, find_step, &finding, &error);
}

struct viewer puzzle_viewer(const struct puzzle *puzzle)
{
    bool jack = puzzle->kind == PUZZLE_HIDE;
    return (struct viewer){.role = jack ? VIEWER_JACK : VIEWER_PUBLIC,
                           .pawns = jack ? PAWN_BIT(PAWN_JACK) : 0};
}

struct writing {
    struct json_writer *writer;
    const struct puzzle_story *story;
    struct viewer viewer;
    size_t at;
    unsigned step;
};

static void write_step(void *context, const struct game *game, const struct action *action,
                       const struct events *events)
{
    struct writing *writing = context;
    const struct puzzle_story *story = writing->story;
    struct json_writer *writer = writing->writer;
    size_t at = writing->at++;
    (void)action;
    if (at < story->from) {
        return;
    }
    if (at == (writing->step == 0 ? story->from : story->end[writing->step - 1])) {
        json_write_open(writer, NULL, '{');
        json_write_open(writer, "events", '[');
    }
    for (unsigned i = 0; i < events->count; i++) {
        struct viewed_event viewed;
        view_event(game, writing->viewer, &events->item[i], &viewed);
        wire_event(writer, NULL, &viewed);
    }
    if (at + 1 == story->end[writing->step]) {
        struct view view;
        view_game(game, writing->viewer, &view);
        json_write_close(writer, ']');
        wire_view(writer, "view", &view);
        json_write_close(writer, '}');
        writing->step++;
    }
}

static void write_steps(struct json_writer *writer, const struct puzzle *puzzle, const struct board *board)
{
    struct puzzle_story story;
    struct game game;
    struct record_error error;
    puzzle_find_story(puzzle, board, &story);
    struct writing writing = {.writer = writer, .story = &story, .viewer = puzzle_viewer(puzzle)};
    json_write_open(writer, "steps", '[');
    (void)record_fold(&puzzle->record, board, SIZE_MAX, &game, write_step, &writing, &error);
    json_write_close(writer, ']');
}

/* ---- The question ---------------------------------------------------------------------------------- */

static void write_kind(struct json_writer *writer, unsigned game, unsigned kind, unsigned grade)
{
    json_write_string(writer, "game", game_name((enum game_kind)game));
    json_write_string(writer, "kind", puzzle_kind_name((enum puzzle_kind)kind));
    json_write_string(writer, "grade", puzzle_grade_name((enum puzzle_grade)grade));
}

static void write_choices(struct json_writer *writer, const struct puzzle_solution *solution)
{
    json_write_open(writer, "choices", '[');
    for (unsigned i = 0; i < solution->choices; i++) {
        const struct puzzle_choice *choice = &solution->choice[i];
        json_write_open(writer, NULL, '{');
        json_write_int(writer, "place", choice->place);
        json_write_int(writer, "first", (long)choice->first);
        json_write_int(writer, "second", (long)choice->second);
        json_write_close(writer, '}');
    }
    json_write_close(writer, ']');
}

void puzzle_write_json(struct json_writer *writer, const struct puzzle *puzzle, const struct board *board,
                       size_t number, size_t count)
{
    struct puzzle_solution solution = {.answer = 0};
    unsigned facts = 0;
    (void)puzzle_verify(puzzle, board, &solution, &facts);
    if (number != 0) {
        json_write_int(writer, "number", (long)number);
        json_write_int(writer, "count", (long)count);
    }
    write_kind(writer, puzzle->record.setup.game, puzzle->kind, puzzle->grade);
    json_write_string(writer, "by", pawn_name((enum pawn)puzzle->by));
    json_write_int(writer, "answer", puzzle->answer);
    json_write_int(writer, "trails", (long)solution.trails);
    json_write_int(writer, "facts", facts);
    json_write_set(writer, "passed", &solution.passed);
    write_choices(writer, &solution);
    write_steps(writer, puzzle, board);
}

void puzzle_write_list_json(struct json_writer *writer, const char *key, const struct puzzle_list *list)
{
    json_write_open(writer, key, '[');
    for (size_t i = 0; i < list->count; i++) {
        json_write_open(writer, NULL, '{');
        write_kind(writer, list->entry[i].game, list->entry[i].kind, list->entry[i].grade);
        json_write_close(writer, '}');
    }
    json_write_close(writer, ']');
}
