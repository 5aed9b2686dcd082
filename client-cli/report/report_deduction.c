/* report_deduction.c: see report_deduction.h. */
#include "client-cli/report/report_deduction.h"

#include <string.h>

#include "client-cli/language/language.h"
#include "client-cli/text/phrase.h"
#include "common/base/error.h"

enum { LIST_MOST = 40, SHARE_WHOLE = 100 };

const char *deduction_title(const struct deduction *deduction, enum heat heat)
{
    static const char *const titles[HEAT_COUNT] = {"", TEXT("Where Jack may be"),
                                                   TEXT("Where Jack may have been this night"),
                                                   TEXT("Possible hideouts")};
    bool whitehall = deduction->game == GAME_WHITEHALL;
    if (whitehall && heat == HEAT_VISITED) {
        return tr("Where Jack may have been this round");
    }
    return whitehall && heat == HEAT_TARGETS ? tr("Possible future discoveries") : tr(titles[heat]);
}

struct sentence deduction_size(const struct deduction *deduction, enum heat heat)
{
    struct sentence text = {""};
    unsigned circles = set_count(&deduction->set[heat]);
    phrase_add(&text, tr_count(circles, "%u circle", "%u circles"), circles);
    if (deduction->full && deduction->hunting && heat != HEAT_TARGETS) {
        phrase_add(&text, tr_count(deduction->trails, ", %s trail", ", %s trails"),
                   title_number(deduction->trails).text);
    }
    return text;
}

struct sentence deduction_list(const struct deduction *deduction, enum heat heat, unsigned most)
{
    struct sentence text = {""};
    uint8_t circle[SET_LIMIT];
    unsigned count = deduction_by_likelihood(deduction, heat, circle);
    unsigned shown = count > most ? most : count;
    /* Almost every trail allows almost every future discovery of Whitehall: that would say 100% everywhere. */
    bool shares =
        heat != HEAT_TARGETS || (deduction->game != GAME_WHITEHALL && !deduction_is_uniform(deduction, heat));
    for (unsigned i = 0; i < shown; i++) {
        unsigned share = deduction_share(deduction, heat, circle[i]);
        phrase_add(&text, "%s%u", i > 0 ? ", " : "", (unsigned)circle[i]);
        if (shares && share > 0) {
            phrase_add(&text, " (%u%%)", share);
        }
    }
    if (count > most) {
        phrase_add(&text, tr(" and %u more"), count - most);
    }
    phrase_add(&text, "%s", count == 0 ? tr("none") : "");
    return text;
}

static void report_set(const struct deduction *deduction, enum heat heat, report_line *line, void *context)
{
    struct sentence text = {""};
    phrase_add(&text, "%s (%s): %s.", deduction_title(deduction, heat), deduction_size(deduction, heat).text,
               deduction_list(deduction, heat, LIST_MOST).text);
    line(context, text.text);
}

/* Writes "After move 3: 14 or 27." for each move. */
static void report_cells(const struct deduction *deduction, report_line *line, void *context)
{
    for (unsigned i = 0; i < deduction->cells; i++) {
        struct sentence text = {""};
        unsigned count = set_count(&deduction->cell[i].circles), index = 0;
        if (i == 0) {
            phrase_add(&text, tr("At the start: "));
        } else {
            phrase_add(&text, tr("After move %s: "),
                       title_cell(deduction->game, deduction->cell[i].label).text);
        }
        SET_EACH (circle, &deduction->cell[i].circles) {
            phrase_joint(&text, index++, count, tr(" or "));
            phrase_add(&text, "%u", circle);
        }
        phrase_add(&text, ".");
        line(context, text.text);
    }
}

void report_deduction(const struct deduction *deduction, report_line *line, void *context)
{
    if (deduction->hunting) {
        report_set(deduction, HEAT_NOW, line, context);
        report_set(deduction, HEAT_VISITED, line, context);
        report_cells(deduction, line, context);
    } else {
        line(context, tr("There is no hunt right now."));
    }
    report_set(deduction, HEAT_TARGETS, line, context);
}

/* ---- Searches and trails --------------------------------------------------------------------------- */

struct sentence deduction_search_text(const struct deduction *deduction, unsigned index)
{
    const struct deduction_search *search = &deduction->search[index];
    struct sentence text = {""};
    unsigned all = set_count(&deduction->set[HEAT_NOW]);
    phrase_add(&text, "%u (", (unsigned)search->circle);
    phrase_pawns(&text, search->by, tr(" or "));
    phrase_add(&text, "): ");
    double yes = (double)search->yes.trails / ((double)search->yes.trails + (double)search->no.trails);
    unsigned share = (unsigned)(SHARE_WHOLE * yes + 0.5);
    share = share < 1 ? 1 : share < SHARE_WHOLE ? share : SHARE_WHOLE - 1;
    phrase_add(&text, tr("a clue in %u%% of the trails. If yes, %u of %u circles are left; if no, %u."),
               share, search->yes.now, all, search->no.now);
    return text;
}

/* Writes "Can't be: 86, 88 and 89." or "Certain: 12.": searches whose answer is known. */
static void report_certain(const struct deduction *deduction, const char *answer, report_line *line,
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
        phrase_add(&text, "%s: ", no ? tr("Can't be") : tr("Certain"));
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
    report_certain(deduction, "no", line, context);
    report_certain(deduction, "yes", line, context);
    if (!deduction->full) {
        line(context, tr(error_sentence(ERROR_AIDS_SETS)));
    } else if (count == 0) {
        line(context, deduction->hunting ? tr("The police can't search any circle from where they are.")
                                         : tr("There is no hunt right now."));
    }
}

void report_ways(const struct deduction *deduction, report_line *line, void *context)
{
    struct sentence text = {""};
    unsigned circle = deduction->circle;
    if (!deduction->full) {
        line(context, tr(error_sentence(ERROR_AIDS_SETS)));
        return;
    }
    if (!deduction->hunting) {
        line(context, tr("There is no hunt right now."));
        return;
    }
    if (circle == 0 || !set_has(&deduction->set[HEAT_NOW], circle)) {
        phrase_add(&text, tr("Jack can't be on %u now."), circle);
        line(context, text.text);
        return;
    }
    phrase_add(&text, tr("Trails to %u (%u of %s):"), circle, deduction->ways,
               title_number(deduction->trails_of[HEAT_NOW][circle]).text);
    line(context, text.text);
    for (unsigned i = 0; i < deduction->ways; i++) {
        text = (struct sentence){"  "};
        for (unsigned at = 0; at < deduction->way[i].length; at++) {
            phrase_add(&text, "%s%u", at > 0 ? ", " : "", (unsigned)deduction->way[i].circle[at]);
        }
        line(context, text.text);
    }
}
