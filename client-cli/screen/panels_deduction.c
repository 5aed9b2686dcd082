/* panels_deduction.c: what can be deduced, in a column beside the map; see panels.h. */
#include <inttypes.h>
#include <stdio.h>

#include "client-cli/report/report_deduction.h"
#include "client-cli/screen/panels.h"
#include "client-cli/text/phrase.h"

enum { LIKELIEST_SHOWN = 6, SEARCHES_SHOWN = 6, ROOMY = 24 };

/* "12 YR: yes 3, no 40": the policemen by the letters they have on the map. */
static void tell_search(struct panel *panel, const struct deduction_search *search)
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
    phrase_add(&text, ": yes %u, no %u", search->yes.now, search->no.now);
    panel_line(panel, INK_PLAIN, 0, text.text);
}

static void tell_searches(struct panel *panel, const struct deduction *deduction)
{
    uint8_t index[SET_LIMIT];
    unsigned count = deduction_rank_searches(deduction, index);
    unsigned open = 0; /* whose answer is not known beforehand: they come first */
    unsigned most = panel->window.height < ROOMY ? SEARCHES_SHOWN / 2 : SEARCHES_SHOWN;
    while (open < count && !deduction_certain(&deduction->search[index[open]])) {
        open++;
    }
    if (count == 0) {
        return;
    }
    if (open == 0) {
        panel_wrap(panel, INK_DIM, 0, 2, "No search from where they stand would tell anything.");
        return;
    }
    panel_format(panel, INK_TITLE, 0, "Searches leave, of %u:", set_count(&deduction->set[HEAT_NOW]));
    for (unsigned i = 0; i < open && i < most; i++) {
        tell_search(panel, &deduction->search[index[i]]);
    }
    if (open > most) {
        panel_format(panel, INK_DIM, 0, "    %u more: i", open - most);
    }
}

static void tell_ways(struct panel *panel, const struct deduction *deduction)
{
    if (deduction->circle != 0 && deduction->ways > 0) {
        panel_format(panel, INK_PLAIN, 0, "Ways to %u: %u of %" PRIu64 " drawn", deduction->circle,
                     deduction->ways, deduction->trails_of[HEAT_NOW][deduction->circle]);
    }
}

void panel_deduction(struct panel *panel, const struct deduction *deduction, enum heat heat)
{
    struct sentence title = {"Deduced: "};
    phrase_add(&title, "%s", deduction_title(deduction, heat));
    panel_wrap(panel, INK_TITLE, CELL_BOLD, 2, title.text);
    if (!deduction->hunting && heat != HEAT_TARGETS) {
        panel_wrap(panel, INK_DIM, 0, 2, "Nobody is on the run now.");
        return;
    }
    panel_wrap(panel, INK_PLAIN, 0, 2, deduction_size(deduction, heat).text);
    panel_wrap(
        panel, INK_PLAIN, 0, 2,
        deduction_list(deduction, heat, panel->window.height < ROOMY ? LIKELIEST_SHOWN / 2 : LIKELIEST_SHOWN)
            .text);
    tell_ways(panel, deduction);
    tell_searches(panel, deduction);
}
