/* report_deduction.c: see report_deduction.h. */
#include "client-cli/report/report_deduction.h"

#include <inttypes.h>
#include <string.h>

#include "client-cli/text/phrase.h"

enum { LIST_MOST = 40, SHARE_WHOLE = 100 };

const char *deduction_title(const struct deduction *deduction, enum heat heat)
{
    static const char *const titles[HEAT_COUNT] = {
        "", "where Jack can be now", "where Jack can have been this night", "where the hideout can be"};
    bool whitehall = deduction->game == GAME_WHITEHALL;
    if (whitehall && heat == HEAT_VISITED) {
        return "where Jack can have been this round";
    }
    return whitehall && heat == HEAT_TARGETS ? "what can be a discovery" : titles[heat];
}

struct sentence deduction_size(const struct deduction *deduction, enum heat heat)
{
    struct sentence text = {""};
    unsigned circles = set_count(&deduction->set[heat]);
    phrase_add(&text, "%u circle%s", circles, circles == 1 ? "" : "s");
    if (deduction->full && deduction->hunting && heat != HEAT_TARGETS) {
        phrase_add(&text, ", %" PRIu64 " trail%s", deduction->trails, deduction->trails == 1 ? "" : "s");
    }
    return text;
}

struct sentence deduction_list(const struct deduction *deduction, enum heat heat, unsigned most)
{
    struct sentence text = {""};
    uint8_t circle[SET_LIMIT];
    unsigned count = deduction_by_likelihood(deduction, heat, circle);
    unsigned shown = count > most ? most : count;
    bool told =
        heat != HEAT_TARGETS || !deduction_is_uniform(deduction, heat); /* all trails allow all of them */
    for (unsigned i = 0; i < shown; i++) {
        unsigned share = deduction_share(deduction, heat, circle[i]);
        phrase_add(&text, "%s%u", i > 0 ? ", " : "", (unsigned)circle[i]);
        if (told && share > 0) {
            phrase_add(&text, " (%u %%)", share);
        }
    }
    if (count > most) {
        phrase_add(&text, " and %u more", count - most);
    }
    phrase_add(&text, "%s", count == 0 ? "nowhere" : "");
    return text;
}

static void tell_set(const struct deduction *deduction, enum heat heat, report_line *line, void *context)
{
    struct sentence text = {""};
    phrase_add(&text, "%s: %s: %s.", deduction_title(deduction, heat), deduction_size(deduction, heat).text,
               deduction_list(deduction, heat, LIST_MOST).text);
    text.text[0] = (char)(text.text[0] == 'w' ? 'W' : text.text[0]);
    line(context, text.text);
}

/* "After move 3: 14 or 27." Where he killed or began is public. */
static void tell_cells(const struct deduction *deduction, report_line *line, void *context)
{
    for (unsigned i = 0; i < deduction->cells; i++) {
        struct sentence text = {""};
        unsigned count = set_count(&deduction->cell[i].circles), index = 0;
        if (i == 0) {
            phrase_add(&text, "At first: ");
        } else {
            phrase_add(&text, "After move %s: ", title_cell(deduction->game, deduction->cell[i].label).text);
        }
        SET_EACH (circle, &deduction->cell[i].circles) {
            phrase_joint(&text, index++, count, " or ");
            phrase_add(&text, "%u", circle);
        }
        phrase_add(&text, ".");
        line(context, text.text);
    }
}

void report_deduction(const struct deduction *deduction, report_line *line, void *context)
{
    if (deduction->hunting) {
        tell_set(deduction, HEAT_NOW, line, context);
        tell_set(deduction, HEAT_VISITED, line, context);
        tell_cells(deduction, line, context);
    } else {
        line(context, "Nobody is on the run now.");
    }
    tell_set(deduction, HEAT_TARGETS, line, context);
}

/* ---- Searches and ways --------------------------------------------------------------------------- */

struct sentence deduction_search_text(const struct deduction *deduction, unsigned index)
{
    const struct deduction_search *search = &deduction->search[index];
    struct sentence text = {""};
    unsigned all = set_count(&deduction->set[HEAT_NOW]);
    phrase_add(&text, "%u (", (unsigned)search->circle);
    phrase_pawns(&text, search->by, " or ");
    phrase_add(&text, "): ");
    double yes = (double)search->yes.trails / ((double)search->yes.trails + (double)search->no.trails);
    unsigned share = (unsigned)(SHARE_WHOLE * yes + 0.5);
    share = share < 1 ? 1 : share < SHARE_WHOLE ? share : SHARE_WHOLE - 1;
    phrase_add(&text, "yes leaves %u of %u circles, no leaves %u; %u %% yes.", search->yes.now, all,
               search->no.now, share);
    return text;
}

/* "Certainly no: 86, 88 and 89." */
static void tell_certain(const struct deduction *deduction, const char *answer, report_line *line,
                         void *context)
{
    struct sentence text = {""};
    uint8_t circle[SET_LIMIT];
    unsigned count = 0;
    bool no = strcmp(answer, "no") == 0;
    for (unsigned i = 0; i < deduction->searches; i++) {
        const struct deduction_search *search = &deduction->search[i];
        if (no ? search->yes.trails == 0 : search->yes.trails != 0 && search->no.trails == 0) {
            circle[count++] = search->circle;
        }
    }
    if (count > 0) {
        phrase_add(&text, "Certainly %s: ", answer);
        phrase_numbers(&text, NULL, circle, count);
        phrase_add(&text, ".");
        line(context, text.text);
    }
}

void report_searches(const struct deduction *deduction, report_line *line, void *context)
{
    uint8_t index[SET_LIMIT];
    unsigned count = deduction_rank_searches(deduction, index);
    for (unsigned i = 0; i < count; i++) {
        if (!deduction_certain(&deduction->search[index[i]])) {
            line(context, deduction_search_text(deduction, index[i]).text);
        }
    }
    tell_certain(deduction, "no", line, context);
    tell_certain(deduction, "yes", line, context);
    if (!deduction->full) {
        line(context, "This table plays with sets alone: searches are not weighed.");
    } else if (count == 0) {
        line(context, deduction->hunting ? "No circle could be searched from where the police stand."
                                         : "Nobody is on the run now.");
    }
}

void report_ways(const struct deduction *deduction, report_line *line, void *context)
{
    struct sentence text = {""};
    unsigned circle = deduction->circle;
    if (!deduction->full) {
        line(context, "This table plays with sets alone: no ways are shown.");
        return;
    }
    if (!deduction->hunting) {
        line(context, "Nobody is on the run now.");
        return;
    }
    if (circle == 0 || !set_has(&deduction->set[HEAT_NOW], circle)) {
        phrase_add(&text, "Jack cannot be on %u now.", circle);
        line(context, text.text);
        return;
    }
    phrase_add(&text, "Ways to %u, the first %u of %" PRIu64 ":", circle, deduction->ways,
               deduction->trails_of[HEAT_NOW][circle]);
    line(context, text.text);
    for (unsigned i = 0; i < deduction->ways; i++) {
        text = (struct sentence){"  "};
        for (unsigned at = 0; at < deduction->way[i].length; at++) {
            phrase_add(&text, "%s%u", at > 0 ? ", " : "", (unsigned)deduction->way[i].circle[at]);
        }
        line(context, text.text);
    }
}
