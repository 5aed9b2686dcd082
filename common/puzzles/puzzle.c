/* puzzle.c: names, the position of a puzzle, and its complete check. */
#include "common/puzzles/puzzle.h"

#include "common/base/array.h"
#include "common/base/words.h"

static const char *const kind_names[] = {
#define PUZZLE_KIND_NAME(name, key) [PUZZLE_##name] = (key),
    PUZZLE_KIND_TABLE(PUZZLE_KIND_NAME)
#undef PUZZLE_KIND_NAME
};
_Static_assert(COUNT(kind_names) == PUZZLE_KIND_COUNT, "every kind has a name");

static const char *const grade_names[] = {
    [PUZZLE_EASY] = "easy", [PUZZLE_MEDIUM] = "medium", [PUZZLE_HARD] = "hard"};
_Static_assert(COUNT(grade_names) == PUZZLE_GRADE_COUNT, "every grade has a name");

const char *puzzle_kind_name(enum puzzle_kind kind)
{
    return kind_names[kind];
}

enum puzzle_kind puzzle_kind_from_name(const char *name)
{
    return (enum puzzle_kind)word_find(kind_names, 0, PUZZLE_KIND_COUNT, PUZZLE_KIND_COUNT, name);
}

const char *puzzle_grade_name(enum puzzle_grade grade)
{
    return grade_names[grade];
}

enum puzzle_grade puzzle_grade_from_name(const char *name)
{
    return (enum puzzle_grade)word_find(grade_names, 0, PUZZLE_GRADE_COUNT, PUZZLE_GRADE_COUNT, name);
}

bool puzzle_asks_for_crossing(enum puzzle_kind kind)
{
    return kind == PUZZLE_TRAP;
}

/* ---- The position ---------------------------------------------------------------------------------- */

/* Adds a move of Jack on foot to the dossier. To where does not matter: the public is shown the same. */
static bool follow_a_move(const struct board *board, const struct game *game, const struct legal *legal,
                          struct dossier *dossier)
{
    struct game after = *game;
    struct events events = {0};
    struct action action = {.kind = ACTION_MOVE, .by = PAWN_JACK, .to = (uint8_t)set_next(&legal->move, 0)};
    if ((legal->kinds & ACTION_BIT(ACTION_MOVE)) == 0 ||
        game_apply(board, &after, &action, &events) != ERROR_OK || after.phase == PHASE_OVER) {
        return false;
    }
    dossier_follow(dossier, &after, &events);
    return true;
}

bool puzzle_observe(const struct board *board, const struct game *game, const struct dossier *dossier,
                    enum puzzle_kind kind, struct puzzle_position *position)
{
    bool jack = kind == PUZZLE_HIDE;
    struct viewer asked = {.role = jack ? VIEWER_JACK : VIEWER_POLICE,
                           .pawns = (uint8_t)(jack ? PAWN_BIT(PAWN_JACK) : game_policemen(board->game))};
    struct viewer shown = jack ? asked : (struct viewer){.role = VIEWER_PUBLIC};
    position->board = board;
    position->dossier = *dossier;
    view_game(game, shown, &position->view);
    view_legal(board, game, asked, &position->legal);
    return !jack || follow_a_move(board, game, &position->legal.shown, &position->dossier);
}

/* ---- The check ------------------------------------------------------------------------------------- */

static void follow_step(void *context, const struct game *game, const struct action *action,
                        const struct events *events)
{
    (void)action;
    dossier_follow(context, game, events);
}

enum puzzle_flaw puzzle_verify(const struct puzzle *puzzle, const struct board *board,
                               struct puzzle_solution *solution, unsigned *facts)
{
    struct dossier dossier;
    struct game game;
    struct record_error error;
    struct puzzle_position position;
    dossier_begin(&dossier, puzzle->record.setup.game, puzzle->record.setup.options);
    if (!record_fold(&puzzle->record, board, SIZE_MAX, &game, follow_step, &dossier, &error)) {
        return PUZZLE_ILLEGAL;
    }
    if (!puzzle_observe(board, &game, &dossier, (enum puzzle_kind)puzzle->kind, &position)) {
        return PUZZLE_NO_QUESTION;
    }
    puzzle_solve(&position, (enum puzzle_kind)puzzle->kind, puzzle->by, solution);
    if (!solution->fits) {
        return PUZZLE_NO_QUESTION;
    }
    if (solution->answer == 0) {
        return PUZZLE_NOT_UNIQUE;
    }
    if (solution->answer != puzzle->answer) {
        return PUZZLE_WRONG;
    }
    *facts = puzzle_facts_needed(&position, (enum puzzle_kind)puzzle->kind, puzzle->by, puzzle->answer);
    return puzzle_grade_of(solution, *facts) == puzzle->grade ? PUZZLE_SOUND : PUZZLE_MISGRADED;
}
