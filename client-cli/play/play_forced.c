/*
 * play_forced.c: plays a step for a player who has no choice, if they want that (a setting, off by default): a
 * policeman who can only pass or stay, or whose search can only go on where the deduction that the player has asked
 * for shows that there is no clue.
 *
 * Never for Jack. How many choices he has depends on where he is, so any difference in time between a step he chose
 * and a step that was played for him would tell the police about it. What a policeman can do is public.
 *
 * Never again after the player has taken something back, until they act themselves.
 */
#include <string.h>

#include "client-cli/language/language.h"
#include "client-cli/play/play_internal.h"
#include "client-cli/text/sentences.h"

/* Returns the only member of a set; 0 if there are none or several. */
static uint8_t only_member(const struct set *set)
{
    SET_EACH (first, set) {
        return set_count(set) == 1 ? (uint8_t)first : 0;
    }
    return 0;
}

/* Returns whether the player is shown that a search of this circle finds nothing. */
static bool is_known_miss(const struct model *model, unsigned circle)
{
    const struct deduction *deduction = &model->deduction;
    if (!model->has_deduction || !deduction->full || deduction->turn_seq != model->turn_seq) {
        return false;
    }
    for (unsigned i = 0; i < deduction->searches; i++) {
        if (deduction->search[i].circle == circle) {
            return deduction->search[i].yes.trails == 0;
        }
    }
    return false;
}

static bool can_find_nothing(const struct model *model)
{
    const struct legal *legal = &model->legal.shown;
    for (unsigned pawn = 0; pawn < PAWN_COUNT; pawn++) {
        SET_EACH (circle, &legal->search[pawn]) {
            if (!is_known_miss(model, circle)) {
                return false;
            }
        }
    }
    return legal->search_power == 0;
}

/* Policemen who can all only pass have no choice either. */
static bool find_pass(const struct legal *legal, struct action *action)
{
    for (unsigned pawn = 0; pawn < PAWN_COUNT; pawn++) {
        if ((legal->pass & PAWN_BIT(pawn)) != 0) {
            *action = (struct action){.kind = ACTION_PASS, .by = (uint8_t)pawn};
            return true;
        }
    }
    return false;
}

/* Finds the only place where the only pawn can walk. */
static bool find_walk(const struct legal *legal, struct action *action)
{
    unsigned places = set_count(&legal->walk_power);
    for (unsigned pawn = 0; pawn < PAWN_COUNT; pawn++) {
        if (!set_is_empty(&legal->walk[pawn])) {
            places += set_count(&legal->walk[pawn]);
            *action = (struct action){
                .kind = ACTION_WALK, .by = (uint8_t)pawn, .to = only_member(&legal->walk[pawn])};
        }
    }
    return places == 1 && action->to != 0;
}

bool play_forced_step(const struct model *model, struct action *action)
{
    const struct legal *legal = &model->legal.shown;
    if (!model->has_view || !model->has_legal || (model_my_pawns(model) & model->turn_pawns) == 0 ||
        (model->turn_pawns & PAWN_BIT(PAWN_JACK)) != 0) {
        return false;
    }
    switch (legal->kinds) {
    case ACTION_BIT(ACTION_PASS):
        return find_pass(legal, action);
    case ACTION_BIT(ACTION_PASS) | ACTION_BIT(ACTION_SEARCH):
        return can_find_nothing(model) && find_pass(legal, action);
    case ACTION_BIT(ACTION_WALK):
        return find_walk(legal, action);
    default:
        return false;
    }
}

static void step_played(struct play_request *request, const json_t *ok)
{
    play_await_turn(request, ok);
    play_forced_resume(request->play);
}

/* The player can still act. */
static void step_failed(struct play_request *request, const char *code, const char *text)
{
    (void)request;
    (void)code;
    (void)text;
}

static bool is_acting(const struct play *play)
{
    const struct play_request *request;
    bool acting = play->search_all.active;
    LIST_FOREACH (request, &play->requests, entry) {
        enum command_kind kind = request->command.kind;
        acting = acting || kind == COMMAND_ACT || kind == COMMAND_UNDO || kind == COMMAND_REDO;
    }
    return acting;
}

void play_forced_resume(struct play *play)
{
    struct command command = {.kind = COMMAND_ACT, .logged = true};
    struct model *model = &play->model;
    if (!play->settings.forced || play->forced_paused || play->settings.watch_only ||
        play->forced_seq == model->turn_seq + 1 || play_awaits_turn(play) || is_acting(play) ||
        model->turn_seq < model->seq || !play_forced_step(model, &command.action)) {
        return;
    }
    play->forced_seq = model->turn_seq + 1; /* only once, even if it is refused */
    struct play_request *request =
        play_send_request_here(play, "act", play_act_keys(play, &command), true, &command, step_played);
    if (request != NULL) {
        request->quiet = true;
        request->failed = step_failed;
        model_add_news(model, tr("Played for you: %s"), sentence_action_done(&command.action).text);
        play_changed(play);
    }
}

void play_forced_follow(struct play *play, enum command_kind kind)
{
    if (kind == COMMAND_UNDO || kind == COMMAND_REDO || kind == COMMAND_TAKEBACK) {
        play->forced_paused = true;
    } else if (kind == COMMAND_ACT || kind == COMMAND_SEARCH_ALL) {
        play->forced_paused = false;
    }
}

void play_run_forced(struct play *play, const struct command *command)
{
    play->settings.forced = strcmp(command->text, "on") == 0;
    play->forced_paused = false;
    play_answer(play, true, "%s",
                play->settings.forced ? tr("Forced steps are played for you, but never Jack's.")
                                      : tr("Forced steps are no longer played for you."));
    play_forced_resume(play);
}
