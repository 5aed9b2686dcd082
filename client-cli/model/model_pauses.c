/* model_pauses.c: when the clock stands still, who is away until when, and the sentences about that; see model.h. */
#include <string.h>
#include <time.h>

#include "client-cli/language/language.h"
#include "client-cli/model/model_internal.h"
#include "client-cli/text/phrase.h"

enum { DAY_HOURS = 24 };

/* ---- Reading ---- */

void model_read_pauses(const json_t *json, struct model_table *table)
{
    const json_t *night = json_object_get(json, "night");
    table->days_off = (unsigned)json_integer_value(json_object_get(json, "days_off"));
    if (!model_read_text(night, "from", table->night_from, sizeof table->night_from) ||
        !model_read_text(night, "to", table->night_to, sizeof table->night_to) ||
        !model_read_text(night, "zone", table->night_zone, sizeof table->night_zone)) {
        table->night_from[0] = '\0';
    }
}

void model_read_away(const json_t *json, struct model_seat *seat)
{
    const json_t *away = json_object_get(json, "away");
    const json_t *hours = json_object_get(json, "hours_off");
    seat->away_until = json_integer_value(json_object_get(away, "until"));
    seat->held_until = json_integer_value(json_object_get(away, "held"));
    seat->hours_off = hours == NULL ? -1 : (int)json_integer_value(hours);
}

struct model_clock model_read_clock(const json_t *json)
{
    const json_t *left = json_object_get(json, "left");
    struct model_clock clock = {.runs = left != NULL,
                                .left = json_integer_value(left),
                                .resumes = json_integer_value(json_object_get(json, "resumes")),
                                .runs_out = json_integer_value(json_object_get(json, "runs_out")),
                                .at = (long long)time(NULL)};
    clock.runs_out = clock.runs_out > clock.left ? clock.runs_out : clock.left;
    return clock;
}

/* ---- Sentences ---- */

bool model_is_away(const struct model_seat *seat)
{
    return seat->away_until > (long long)time(NULL);
}

struct sentence model_moment(long long seconds)
{
    struct sentence text = {""};
    char date[40] = "";
    time_t at = (time_t)seconds;
    struct tm when;
    if (localtime_r(&at, &when) != NULL) {
        (void)strftime(date, sizeof date, "%Y-%m-%d %H:%M", &when);
    }
    phrase_add(&text, "%s", date);
    return text;
}

struct sentence model_away(const struct model_seat *seat)
{
    struct sentence text = {""};
    long long now = (long long)time(NULL);
    phrase_add(&text, tr("away until %s"), model_moment(seat->away_until).text);
    if (seat->held_until > now) {
        phrase_add(&text, tr("; the clock is paused until %s"), model_moment(seat->held_until).text);
    }
    return text;
}

struct sentence model_time_off(int hours)
{
    return title_time((unsigned)(hours >= DAY_HOURS ? hours / DAY_HOURS * DAY_HOURS : hours) * 3600U);
}

struct sentence model_clock_words(const struct model_clock *clock)
{
    struct sentence text = {""};
    if (clock->resumes > 0) {
        phrase_add(&text, tr("The clock is paused until %s."),
                   model_moment(clock->at + clock->resumes / 1000).text);
        phrase_add(&text, " ");
    }
    phrase_add(&text, tr("Time runs out: %s."), model_moment(clock->at + clock->runs_out / 1000).text);
    return text;
}

void model_add_pauses(struct sentence *text, const struct model_table *table)
{
    const char *gap = text->text[0] != '\0' ? " " : "";
    if (table->clock != 0 && table->night_from[0] != '\0') {
        phrase_add(text, "%s", gap);
        phrase_add(text, tr("The clock is paused from %s to %s (%s)."), table->night_from, table->night_to,
                   table->night_zone);
    }
    gap = text->text[0] != '\0' ? " " : "";
    if (table->days_off != 0) {
        phrase_add(text, "%s", gap);
        phrase_add(text,
                   tr_count(table->days_off,
                            "Each player has %u day off in this game; the clock stops while they are away.",
                            "Each player has %u days off in this game; the clock stops while they are away."),
                   table->days_off);
    }
}
