/*
 * whitechapel_letters.c: the option `letters`: four Letters, each playable once per game, at most one per
 * night from night 2.
 *
 * Three of them move patrols before the crime, "without looking": the tokens stay face down. The fourth,
 * Goulston Street, is played after one of Jack's moves and calls a policeman away. Whether a Letter can be
 * played depends only on public information, so skipping the step reveals nothing.
 */
#include "common/rules/whitechapel.h"

enum { FIRST_LETTER_NIGHT = 2 };

static bool has_letter(const struct game *game, enum letter letter)
{
    return game_option(game, OPTION_LETTERS) && game->round >= FIRST_LETTER_NIGHT &&
           game->letter_tonight == 0 && (game->letters_used & (1U << letter)) == 0;
}

/* Returns the sections whose patrols a Letter affects. */
static struct set letter_sections(const struct board *board, enum letter letter)
{
    switch (letter) {
    case LETTER_DEAR_BOSS:
        return set_or(board->section[SECTION_A_a], &board->section[SECTION_C_b]);
    case LETTER_FROM_HELL:
        return set_or(board->section[SECTION_A_b], &board->section[SECTION_C_a]);
    default:
        return set_or(board->section[SECTION_B_a], &board->section[SECTION_B_b]);
    }
}

static struct set letter_from(const struct board *board, const struct game *game, enum letter letter)
{
    struct set patrols = patrols_crossings(game);
    return set_and(letter_sections(board, letter), &patrols);
}

static struct set unoccupied_yellow(const struct board *board, const struct game *game)
{
    struct set patrols = patrols_crossings(game);
    return set_minus(board->yellow_crossings, &patrols);
}

/* Returns how many tokens a Letter moves. */
static unsigned letter_tokens(enum letter letter)
{
    return letter == LETTER_SAUCY_JACKY ? 2 : 1;
}

/*
 * Returns the policemen Jack may name: either the named one or brown must be able to stand on Goulston
 * Street.
 */
static unsigned graffito_pawns(const struct board *board, const struct game *game)
{
    static const uint8_t nameable[] = {PAWN_RED, PAWN_GREEN, PAWN_BLUE};
    unsigned there = 0;
    for (int pawn = PAWN_YELLOW; pawn < PAWN_COUNT; pawn++) {
        if (game->crossing[pawn] == board->goulston_street) {
            there |= PAWN_BIT(pawn);
        }
    }
    unsigned pawns = 0;
    for (unsigned i = 0; i < sizeof nameable; i++) {
        unsigned two = PAWN_BIT(nameable[i]) | PAWN_BIT(PAWN_BROWN);
        if ((there & ~two) == 0) {
            pawns |= PAWN_BIT(nameable[i]);
        }
    }
    return pawns;
}

static bool can_be_played(const struct board *board, const struct game *game, enum letter letter)
{
    if (!has_letter(game, letter)) {
        return false;
    }
    if (letter == LETTER_GOULSTON_STREET) {
        return graffito_pawns(board, game) != 0;
    }
    struct set from = letter_from(board, game, letter);
    struct set to = unoccupied_yellow(board, game);
    return set_count(&from) >= letter_tokens(letter) && set_count(&to) >= letter_tokens(letter);
}

/* Returns the Letters that belong to the current phase and can be played, as a mask of 1 << letter. */
static unsigned playable(const struct board *board, const struct game *game)
{
    bool graffito = game->phase == PHASE_GRAFFITO;
    unsigned letters = 0;
    for (unsigned letter = LETTER_DEAR_BOSS; letter < LETTER_COUNT; letter++) {
        if ((letter == LETTER_GOULSTON_STREET) == graffito &&
            can_be_played(board, game, (enum letter)letter)) {
            letters |= 1U << letter;
        }
    }
    return letters;
}

enum phase letter_enter_hell(struct step *step)
{
    return playable(step->board, step->game) != 0 ? PHASE_LETTER : PHASE_VICTIMS;
}

enum phase letter_enter_graffito(struct step *step)
{
    return playable(step->board, step->game) != 0 ? PHASE_GRAFFITO : PHASE_WALK;
}

/* ---- letter ---- */

static enum error check_target(const struct board *board, const struct game *game,
                               const struct action *action)
{
    struct set from = letter_from(board, game, (enum letter)action->letter);
    struct set to = unoccupied_yellow(board, game);
    bool right = false;
    switch (action->letter) {
    case LETTER_GOULSTON_STREET:
        right = (graffito_pawns(board, game) & PAWN_BIT(action->pawn)) != 0;
        break;
    case LETTER_SAUCY_JACKY:
        right = action->count == 2 && action->list[0] != action->list[1] && set_has(&from, action->list[0]) &&
                set_has(&from, action->list[1]) && set_count(&to) >= 2;
        break;
    default:
        right = set_has(&from, action->from) && set_has(&to, action->to);
    }
    return right ? ERROR_OK : ERROR_LETTER_TARGET;
}

enum error letter_check(const struct board *board, const struct game *game, const struct action *action)
{
    if (action->letter >= LETTER_COUNT || action->pawn >= PAWN_COUNT ||
        action_fields_given(action) !=
            (FIELD_BIT(FIELD_LETTER) | letter_fields((enum letter)action->letter))) {
        return ERROR_LETTER_TARGET;
    }
    if ((action->letter == LETTER_GOULSTON_STREET) != (game->phase == PHASE_GRAFFITO)) {
        return ERROR_LETTER_NOW;
    }
    if (!has_letter(game, (enum letter)action->letter)) {
        return ERROR_LETTER_USED;
    }
    return check_target(board, game, action);
}

static void shift_patrol(struct game *game, unsigned from, unsigned to)
{
    for (unsigned i = 0; i < PATROLS; i++) {
        if (game->patrol[i].crossing == from) {
            game->patrol[i].crossing = (uint8_t)to;
            return;
        }
    }
}

static void add_shift_event(struct step *step, enum pawn by, const uint8_t *moves, unsigned count)
{
    struct event *event = step_event(step, EVENT_SHIFT, by, EVENT_FIELD_BIT(EVENT_MOVES_FIELD));
    for (unsigned i = 0; i < count; i++) {
        event->moves.item[event->moves.count++] = moves[i];
    }
}

/* Stores two numbers, the smaller one first. */
static void sort_two(uint8_t two[2], uint8_t a, uint8_t b)
{
    two[0] = a < b ? a : b;
    two[1] = a < b ? b : a;
}

enum phase letter_apply(struct step *step, const struct action *action)
{
    struct game *game = step->game;
    game->letter_tonight = 1;
    game->letters_used = (uint8_t)(game->letters_used | 1U << action->letter);
    struct event *event = step_event(step, EVENT_LETTER, PAWN_JACK, EVENT_FIELD_BIT(EVENT_LETTER_FIELD));
    event->letter = action->letter;
    if (action->letter == LETTER_GOULSTON_STREET) {
        game->graffito = action->pawn;
        event->fields |= EVENT_FIELD_BIT(EVENT_PAWN_FIELD);
        event->pawn = action->pawn;
        return PHASE_GOULSTON;
    }
    if (action->letter == LETTER_SAUCY_JACKY) {
        sort_two(game->saucy, action->list[0], action->list[1]);
        event->fields |= EVENT_FIELD_BIT(EVENT_CROSSINGS_FIELD);
        event->crossings.count = 2;
        sort_two(event->crossings.item, action->list[0], action->list[1]);
        return PHASE_MOVE_PATROLS;
    }
    uint8_t move[2] = {action->from, action->to};
    shift_patrol(game, action->from, action->to);
    patrols_sort(game);
    add_shift_event(step, PAWN_JACK, move, 2);
    return PHASE_VICTIMS;
}

void letter_list(const struct board *board, const struct game *game, unsigned actors, struct legal *legal)
{
    (void)actors;
    legal->letters = (uint8_t)playable(board, game);
    legal->letter_to = unoccupied_yellow(board, game);
    legal->letter_pawns = (uint8_t)graffito_pawns(board, game);
    for (unsigned letter = LETTER_DEAR_BOSS; letter < LETTER_GOULSTON_STREET; letter++) {
        legal->letter_from[letter] = letter_from(board, game, (enum letter)letter);
    }
    if (legal->letters != 0) {
        legal->kinds |= ACTION_BIT(ACTION_LETTER);
    }
}

/* ---- move_patrols: the Head's response to Saucy Jacky ---- */

enum error letter_check_move_patrols(const struct board *board, const struct game *game,
                                     const struct action *action)
{
    struct set to = unoccupied_yellow(board, game);
    if (action->count != 4) {
        return ERROR_PATROL_PLACE;
    }
    uint8_t from[2];
    sort_two(from, action->list[0], action->list[2]);
    bool both_named = from[0] == game->saucy[0] && from[1] == game->saucy[1];
    bool both_free =
        action->list[1] != action->list[3] && set_has(&to, action->list[1]) && set_has(&to, action->list[3]);
    return both_named && both_free ? ERROR_OK : ERROR_PATROL_PLACE;
}

enum phase letter_apply_move_patrols(struct step *step, const struct action *action)
{
    struct game *game = step->game;
    unsigned low =
        action->list[0] < action->list[2] ? 0 : 2; /* the event lists them in ascending order of `from` */
    uint8_t moves[4] = {action->list[low], action->list[low + 1], action->list[2 - low],
                        action->list[3 - low]};
    shift_patrol(game, moves[0], moves[1]);
    shift_patrol(game, moves[2], moves[3]);
    patrols_sort(game);
    game->saucy[0] = game->saucy[1] = 0;
    add_shift_event(step, (enum pawn)action->by, moves, 4);
    return PHASE_VICTIMS;
}

void letter_list_move_patrols(const struct board *board, const struct game *game, unsigned actors,
                              struct legal *legal)
{
    (void)actors;
    legal->shifted_from = (struct set){{0}};
    set_add(&legal->shifted_from, game->saucy[0]);
    set_add(&legal->shifted_from, game->saucy[1]);
    legal->shifted_to = unoccupied_yellow(board, game);
    legal->kinds |= ACTION_BIT(ACTION_MOVE_PATROLS);
}

/* ---- goulston: the Head's response to Goulston Street ---- */

/* Returns the named policeman and brown; if one of them is already there, only that one. */
static unsigned goulston_pawns(const struct board *board, const struct game *game)
{
    if (game->crossing[PAWN_BROWN] == board->goulston_street) {
        return PAWN_BIT(PAWN_BROWN);
    }
    if (game->crossing[game->graffito] == board->goulston_street) {
        return PAWN_BIT(game->graffito);
    }
    return PAWN_BIT(PAWN_BROWN) | PAWN_BIT(game->graffito);
}

enum error letter_check_goulston(const struct board *board, const struct game *game,
                                 const struct action *action)
{
    bool one_of_them =
        action->pawn < PAWN_COUNT && (goulston_pawns(board, game) & PAWN_BIT(action->pawn)) != 0;
    return one_of_them ? ERROR_OK : ERROR_GOULSTON_PAWN;
}

enum phase letter_apply_goulston(struct step *step, const struct action *action)
{
    struct game *game = step->game;
    game->crossing[action->pawn] = step->board->goulston_street;
    game->graffito = 0;
    struct event *event =
        step_event(step, EVENT_GOULSTON, (enum pawn)action->by,
                   EVENT_FIELD_BIT(EVENT_PAWN_FIELD) | EVENT_FIELD_BIT(EVENT_CROSSING_FIELD));
    event->pawn = action->pawn;
    event->crossing = step->board->goulston_street;
    return PHASE_WALK;
}

void letter_list_goulston(const struct board *board, const struct game *game, unsigned actors,
                          struct legal *legal)
{
    (void)actors;
    legal->goulston_pawns = (uint8_t)goulston_pawns(board, game);
    legal->kinds |= ACTION_BIT(ACTION_GOULSTON);
}
