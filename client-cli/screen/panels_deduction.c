/* panels_deduction.c: deduction help in the column beside the map; see panels.h. */
#include <stdio.h>

#include "client-cli/language/language.h"
#include "client-cli/report/report_deduction.h"
#include "client-cli/screen/panels.h"
#include "client-cli/text/phrase.h"

enum { LIKELIEST_SHOWN = 6, SEARCHES_SHOWN = 6, ROOMY = 24 };

/* Writes "12 YR: if yes 3, no 40", with the policemen's letters as on the map. */
static void write_search(struct panel *panel, const struct deduction_search *search)
{
    static const char letters[PAWN_COUNT] = {
        [PAWN_YELLOW] = 'Y', [PAWN_RED] = 'R', [PAWN_BLUE] = 'B', [PAWN_GREEN] = 'G', [PAWN_BROWN] = 'N'};
    struct sentence text = {""};
    phrase_add(&text, "%3u ", (unsigned)search->circle);
    for (unsigned pawn = PAWN_YELLOW; pawn < PAWN_COUNT; pawn++) {
        if ((search->by & PAWN_BIT(pawn)) != 0) {
            phrase_add(&text, "%c", letters[pawn]);
        }
    }
    phrase_add(&text, tr(": if yes %u, no %u"), search->yes.now, search->no.now);
    panel_line(panel, INK_PLAIN, 0, text.text);
}

static void write_searches(struct panel *panel, const struct deduction *deduction)
{
    uint8_t index[SET_LIMIT];
    unsigned count = deduction_rank_searches(deduction, index);
    unsigned open = 0; /* searches whose answer is not certain: they come first */
    unsigned most = panel->window.height < ROOMY ? SEARCHES_SHOWN / 2 : SEARCHES_SHOWN;
    while (open < count && !deduction_certain(&deduction->search[index[open]])) {
        open++;
    }
    if (count == 0) {
        return;
    }
    if (open == 0) {
        panel_wrap(panel, INK_DIM, 0, 2, tr("No search from here would reveal anything."));
        return;
    }
    panel_format(panel, INK_TITLE, 0, tr("Searches (of %u circles):"), set_count(&deduction->set[HEAT_NOW]));
    for (unsigned i = 0; i < open && i < most; i++) {
        write_search(panel, &deduction->search[index[i]]);
    }
    if (open > most) {
        panel_format(panel, INK_DIM, 0, tr("    %u more (press i)"), open - most);
    }
}

static void write_trails(struct panel *panel, const struct deduction *deduction)
{
    if (deduction->circle != 0 && deduction->ways > 0) {
        panel_format(panel, INK_PLAIN, 0, tr("Trails to %u: %u of %s"), deduction->circle, deduction->ways,
                     title_number(deduction->trails_of[HEAT_NOW][deduction->circle]).text);
    }
}

void panel_deduction(struct panel *panel, const struct deduction *deduction, enum heat heat)
{
    panel_wrap(panel, INK_TITLE, CELL_BOLD, 2, deduction_title(deduction, heat));
    if (!deduction->hunting && heat != HEAT_TARGETS) {
        panel_wrap(panel, INK_DIM, 0, 2, tr("There is no hunt right now."));
        return;
    }
    panel_wrap(panel, INK_PLAIN, 0, 2, deduction_size(deduction, heat).text);
    panel_wrap(
        panel, INK_PLAIN, 0, 2,
        deduction_list(deduction, heat, panel->window.height < ROOMY ? LIKELIEST_SHOWN / 2 : LIKELIEST_SHOWN)
            .text);
    write_trails(panel, deduction);
    write_searches(panel, deduction);
}
