/* standings.c: see standings.h. */
#include "server/stats/standings.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/ratings/bot_ratings.h"

enum { FIRST_CAPACITY = 16 };

static const double thousandths = 1e3;
static const double billionths = 1e9;

struct rating rating_from_store(const int64_t numbers[3])
{
    return (struct rating){.value = (double)numbers[0] / thousandths,
                           .deviation = (double)numbers[1] / thousandths,
                           .volatility = (double)numbers[2] / billionths};
}

void rating_to_store(const struct rating *rating, int64_t numbers[3])
{
    numbers[0] = llround(rating->value * thousandths);
    numbers[1] = llround(rating->deviation * thousandths);
    numbers[2] = llround(rating->volatility * billionths);
}

/* ---- the list ---- */

void standings_free(struct standings *standings)
{
    free(standings->item);
    *standings = (struct standings){0};
}

static struct standing *append(struct standings *standings)
{
    if (standings->count == standings->capacity) {
        size_t capacity = standings->capacity == 0 ? FIRST_CAPACITY : 2 * standings->capacity;
        struct standing *grown = realloc(standings->item, capacity * sizeof *grown);
        if (grown == NULL) {
            return NULL;
        }
        standings->item = grown;
        standings->capacity = capacity;
    }
    struct standing *standing = &standings->item[standings->count++];
    *standing = (struct standing){0};
    return standing;
}

bool standings_add_row(struct standings *standings, const struct store_row *row)
{
    struct standing *standing = append(standings);
    const int64_t *number = row->number;
    if (standing == NULL) {
        return false;
    }
    *standing = (struct standing){.is_private = number[0] != 0,
                                  .is_jack = strcmp(row->text[2], side_name(true)) == 0,
                                  .with_bots = strcmp(row->text[3], company_name(true)) == 0,
                                  .game = game_from_name(row->text[1]),
                                  .games = number[1],
                                  .won = number[2],
                                  .caught = number[3],
                                  .nights = number[4],
                                  .streak = number[5],
                                  .best = number[6],
                                  .rating = rating_from_store(&number[7]),
                                  .at = number[10]};
    (void)snprintf(standing->player, sizeof standing->player, "%s", row->text[0]);
    return true;
}

const struct standing *standings_find(const struct standings *standings, const struct outcome *outcome,
                                      const struct participant *participant)
{
    for (size_t i = 0; i < standings->count; i++) {
        const struct standing *standing = &standings->item[i];
        if (standing->is_private != outcome->is_public && standing->game == outcome->game &&
            standing->is_jack == participant->is_jack && standing->with_bots == outcome_has_bots(outcome) &&
            strcmp(standing->player, participant->player) == 0) {
            return standing;
        }
    }
    return NULL;
}

/* Returns the standing of somebody who played, a new one if there is none; NULL if there is no memory. */
static struct standing *get(struct standings *standings, const struct outcome *outcome,
                            const struct participant *participant)
{
    const struct standing *found = standings_find(standings, outcome, participant);
    struct standing *standing = found == NULL ? append(standings) : &standings->item[found - standings->item];
    if (found == NULL && standing != NULL) {
        standing->is_private = !outcome->is_public;
        standing->is_jack = participant->is_jack;
        standing->with_bots = outcome_has_bots(outcome);
        standing->game = outcome->game;
        standing->at = outcome->at;
        if (!standing->is_private) {
            standing->rating = rating_new;
        }
        memcpy(standing->player, participant->player, sizeof standing->player);
    }
    return standing;
}

/* ---- ratings ---- */

/* Returns the rating that somebody has when the game begins. */
static struct rating rating_before(const struct standings *standings, const struct outcome *outcome,
                                   const struct participant *participant)
{
    if (participant->is_bot) {
        return bot_rating(outcome->game, participant->is_jack, participant->level);
    }
    const struct standing *standing = standings_find(standings, outcome, participant);
    double seconds = standing == NULL ? 0 : (double)(outcome->at - standing->at);
    return standing == NULL ? rating_new
                            : rating_age(&standing->rating, fmax(0, seconds) / RATING_PERIOD_SECONDS);
}

/*
 * Computes everybody's rating after the game from those before it: each detective has played against Jack, and Jack has
 * played one game, against the average of the team.
 */
static void rate(const struct standings *standings, const struct outcome *outcome,
                 struct rating after[SEATS_MAX])
{
    struct rating before[SEATS_MAX];
    struct rating team[SEATS_MAX];
    struct rating jack = rating_new;
    unsigned detectives = 0;
    for (unsigned i = 0; i < outcome->participants; i++) {
        before[i] = rating_before(standings, outcome, &outcome->participant[i]);
        if (outcome->participant[i].is_jack) {
            jack = before[i];
        } else {
            team[detectives++] = before[i];
        }
    }
    for (unsigned i = 0; i < outcome->participants; i++) {
        bool is_jack = outcome->participant[i].is_jack;
        struct rated_game game = {.opponent = is_jack ? rating_of_team(team, detectives) : jack,
                                  .score = is_jack == outcome->jack_won ? 1 : 0};
        after[i] = rating_update(&before[i], &game, 1);
    }
}

/* ---- counting ---- */

static void count_for(struct standing *standing, const struct outcome *outcome, const struct rating *rating)
{
    bool won = standing->is_jack == outcome->jack_won;
    standing->games++;
    standing->won += won;
    standing->caught += outcome->night != 0;
    standing->nights += outcome->night;
    standing->streak = won ? standing->streak + 1 : 0;
    standing->best = standing->streak > standing->best ? standing->streak : standing->best;
    standing->at = outcome->at;
    standing->changed = true;
    if (!standing->is_private) {
        standing->rating = *rating;
    }
}

bool standings_count(struct standings *standings, const struct outcome *outcome)
{
    struct rating after[SEATS_MAX] = {{0}};
    if (outcome->is_practice) {
        return true;
    }
    if (outcome->is_public) {
        rate(standings, outcome, after);
    }
    for (unsigned i = 0; i < outcome->participants; i++) {
        if (!outcome->participant[i].is_bot) {
            struct standing *standing = get(standings, outcome, &outcome->participant[i]);
            if (standing == NULL) {
                return false;
            }
            count_for(standing, outcome, &after[i]);
        }
    }
    return true;
}

void standings_write(const struct standings *standings, struct store_request *write)
{
    for (size_t i = 0; i < standings->count; i++) {
        const struct standing *standing = &standings->item[i];
        if (standing->changed) {
            int64_t rating[3];
            rating_to_store(&standing->rating, rating);
            store_request_add(write, STORE_STANDING_PUT,
                              (const char *[]){standing->player, game_name(standing->game),
                                               side_name(standing->is_jack),
                                               company_name(standing->with_bots)},
                              4,
                              (int64_t[]){standing->is_private, standing->games, standing->won,
                                          standing->caught, standing->nights, standing->streak,
                                          standing->best, rating[0], rating[1], rating[2], standing->at},
                              11);
        }
    }
}
