/*
 * decisions.c: what a decision of the police, or a move of Jack, was worth.
 *
 * Of all searches in reach, the best is the one that leaves the fewest trails on average, if every trail is as likely as
 * any other: the one whose two answers are closest to half of the trails each. The belief holds the number of trails
 * that visit a circle, so only the best one needs further deductions.
 */
#include "common/review/review_internal.h"

/* Returns how many trails a search leaves on average, rounded. */
static uint64_t average_left(uint64_t yes, uint64_t no)
{
    double all = (double)yes + (double)no;
    return all == 0 ? 0 : (uint64_t)((double)yes / all * (double)yes + (double)no / all * (double)no + 0.5);
}

static struct review_left left_by(const struct belief_answer *answer)
{
    if (answer->trails == 0) {
        return (struct review_left){.trails = 0};
    }
    return (struct review_left){.trails = answer->trails,
                                .circles = (uint8_t)set_count(&answer->now),
                                .targets = (uint8_t)set_count(&answer->targets)};
}

static uint64_t larger(uint64_t left, uint64_t right)
{
    return left > right ? left : right;
}

/* The choice made wins ties. */
static unsigned best_search(const struct belief *belief, const struct set *circles, unsigned asked)
{
    unsigned best = asked;
    uint64_t worst = larger(belief->trails_visited[asked], belief->trails - belief->trails_visited[asked]);
    SET_EACH (circle, circles) {
        uint64_t yes = belief->trails_visited[circle];
        if (larger(yes, belief->trails - yes) < worst) {
            worst = larger(yes, belief->trails - yes);
            best = circle;
        }
    }
    return best;
}

static void judge_search(struct review_decision *decision, const struct review_change *change,
                         const struct legal *legal)
{
    const struct belief *belief = &change->before->belief;
    struct belief_what_if what_if;
    decision->yes = belief->trails_visited[decision->circle];
    decision->left = average_left(decision->yes, belief->trails - decision->yes);
    unsigned best = best_search(belief, &legal->search[decision->by], decision->circle);
    decision->best_circle = (uint8_t)best;
    decision->best_yes = belief->trails_visited[best];
    decision->best_left = average_left(decision->best_yes, belief->trails - decision->best_yes);
    belief_what_if(change->board, &change->before->dossier, belief, best, &what_if);
    decision->best_if_yes = left_by(&what_if.yes);
    decision->best_if_no = left_by(&what_if.no);
    decision->one_off = !decision->found && change->board->steps[decision->circle][decision->jack] == 1 &&
                        set_has(&legal->search[decision->by], decision->jack);
}

static uint64_t ending_on(const struct belief *belief, const struct set *circles)
{
    uint64_t trails = 0;
    SET_EACH (circle, circles) {
        trails += belief->trails_now[circle];
    }
    return trails;
}

static void judge_walk(struct review_decision *decision, const struct review_change *change,
                       const struct legal *legal)
{
    const struct board *board = change->board;
    const struct belief *belief = &change->before->belief;
    struct set crossings = legal->walk[decision->by];
    if (change->action->power) {
        crossings = set_or(crossings, &legal->walk_power);
    }
    decision->near = decision->best_near = ending_on(belief, &board->next_to[decision->to]);
    decision->best_crossing = decision->to;
    SET_EACH (crossing, &crossings) {
        uint64_t near = ending_on(belief, &board->next_to[crossing]);
        if (near > decision->best_near) {
            decision->best_near = near;
            decision->best_crossing = (uint8_t)crossing;
        }
    }
}

static void judge_arrest(struct review_decision *decision, const struct review_change *change,
                         const struct legal *legal)
{
    const struct belief *belief = &change->before->belief;
    const struct set *around = &change->board->next_to[change->before->view.crossing[decision->by]];
    bool all = ((legal->arrest_all | legal->arrest_power) & PAWN_BIT(decision->by)) != 0;
    decision->arrest_right =
        all ? set_has(around, decision->jack) : set_has(&legal->arrest[decision->by], decision->jack);
    decision->arrest_jack = belief->trails_now[decision->jack];
    if (all) {
        decision->can_arrest = 1;
        decision->arrest_best = ending_on(belief, around);
    } else {
        SET_EACH (circle, &legal->arrest[decision->by]) {
            decision->can_arrest = 1;
            if (decision->arrest_circle == 0 || belief->trails_now[circle] > decision->arrest_best) {
                decision->arrest_best = belief->trails_now[circle];
                decision->arrest_circle = (uint8_t)circle;
            }
        }
    }
    if (decision->kind == ACTION_ARREST) {
        decision->arrest_tried = decision->found;
        decision->arrest_made =
            decision->circle != 0 ? belief->trails_now[decision->circle] : ending_on(belief, around);
    }
}

static bool was_found(const struct events *events)
{
    for (unsigned i = 0; i < events->count; i++) {
        const struct event *event = &events->item[i];
        if ((event->kind == EVENT_SEARCH || event->kind == EVENT_ARREST) && event->found) {
            return true;
        }
        if (event->kind == EVENT_SMOKER && event->circles.count > 0) {
            return true;
        }
    }
    return false;
}

static void judge_police(struct review *review, const struct review_change *change)
{
    const struct action *action = change->action;
    struct viewed_legal legal;
    struct review_decision *decision = &review->decision[review->decisions++];
    *decision = (struct review_decision){.step = change->step,
                                         .kind = action->kind,
                                         .by = action->by,
                                         .circle = action->circle,
                                         .to = action->to,
                                         .found = was_found(change->events),
                                         .jack = (uint8_t)review_jack(change->before),
                                         .trails = change->before->belief.trails};
    decision->distance =
        (uint8_t)board_distance(change->board, change->after->view.crossing[action->by], decision->jack);
    view_legal(change->board, &change->before->game, (struct viewer){.role = VIEWER_POLICE}, &legal);
    if (action->kind == ACTION_SEARCH) {
        judge_search(decision, change, &legal.shown);
    }
    if (action->kind == ACTION_WALK) {
        judge_walk(decision, change, &legal.shown);
    } else {
        judge_arrest(decision, change, &legal.shown);
    }
}

/* Returns the distance of the nearest policeman and sets who it is; BOARD_FAR if there is none. */
static unsigned nearest_policeman(const struct board *board, const struct view *view, unsigned circle,
                                  uint8_t *pawn)
{
    unsigned nearest = BOARD_FAR;
    for (unsigned i = PAWN_YELLOW; i < PAWN_COUNT; i++) {
        unsigned far = view->crossing[i] == 0 ? BOARD_FAR : board_distance(board, view->crossing[i], circle);
        if (far < nearest) {
            nearest = far;
            *pawn = (uint8_t)i;
        }
    }
    return nearest;
}

static void judge_jack(struct review *review, const struct review_change *change)
{
    const struct action *action = change->action;
    const struct review_position *before = change->before;
    const struct belief *after = &change->after->belief;
    struct viewed_legal legal;
    struct review_move *move = &review->move[review->moves++];
    unsigned from = review_jack(before);
    *move = (struct review_move){.step = change->step,
                                 .kind = action->kind,
                                 .from = (uint8_t)from,
                                 .via = action->via,
                                 .to = action->to,
                                 .escape = action->escape};
    move->was_nearest = (uint8_t)nearest_policeman(change->board, &before->view, from, &move->pawn);
    move->nearest = (uint8_t)nearest_policeman(change->board, &change->after->view, action->to, &move->pawn);
    view_legal(change->board, &before->game, (struct viewer){.role = VIEWER_JACK}, &legal);
    move->trapped = set_is_empty(&legal.shown.move) && legal.shown.escape == 0;
    move->here = after->hunting ? after->trails_now[action->to] : 0;
}

void review_judge(struct review *review, const struct review_change *change)
{
    if (!change->before->belief.hunting) {
        return;
    }
    switch ((enum action_kind)change->action->kind) {
    case ACTION_MOVE:
    case ACTION_COACH:
    case ACTION_ALLEY:
    case ACTION_BOAT:
        judge_jack(review, change);
        break;
    case ACTION_WALK:
    case ACTION_RUSH:
    case ACTION_SEARCH:
    case ACTION_SMOKER:
    case ACTION_ARREST:
    case ACTION_PASS:
        if (change->action->by != PAWN_JACK) {
            judge_police(review, change);
        }
        break;
    default:
        break;
    }
}
