/* report.c: the state of a game and Jack's sheet as lines; see report.h. */
#include <string.h>

#include "client-cli/language/language.h"
#include "client-cli/report/report.h"
#include "client-cli/text/phrase.h"

static void report_sentence(struct report report, const struct sentence *sentence)
{
    report.line(report.context, sentence->text);
}

/* ---- State ------------------------------------------------------------------------ */

static unsigned set_list(const struct set *set, uint8_t *list)
{
    unsigned count = 0;
    SET_EACH (member, set) {
        list[count++] = (uint8_t)member;
    }
    return count;
}

/* Writes "Clues: 3, 21 and 65."; nothing if there are none. */
static void report_places(struct report report, const char *what, const uint8_t *place, unsigned count)
{
    struct sentence line = {.text = ""};
    if (count > 0) {
        phrase_add(&line, "%s ", what);
        phrase_numbers(&line, NULL, place, count);
        phrase_add(&line, ".");
        report_sentence(report, &line);
    }
}

static void report_police(struct report report, const struct view *view)
{
    struct sentence line = {.text = ""};
    unsigned count = 0;
    for (unsigned pawn = PAWN_YELLOW; pawn < PAWN_COUNT; pawn++) {
        count += view->crossing[pawn] != 0;
    }
    for (unsigned pawn = PAWN_YELLOW, index = 0; pawn < PAWN_COUNT; pawn++) {
        if (view->crossing[pawn] != 0) {
            phrase_joint(&line, index++, count, tr(" and "));
            phrase_add(&line, tr("%s at crossing %u"), title_pawn((enum pawn)pawn), view->crossing[pawn]);
        }
    }
    if (count > 0) {
        phrase_add(&line, ".");
        report_sentence(report, &line);
    }
}

/* Writes "Patrols: Yellow at crossing 12, false at crossing 40; face down at crossings 48 and 66." */
static void report_patrols(struct report report, const struct view *view)
{
    struct sentence line = {.text = ""};
    uint8_t hidden[PATROLS];
    unsigned count = 0;
    unsigned known = 0;
    phrase_add(&line, "%s", tr("Patrols: "));
    for (unsigned i = 0; i < PATROLS; i++) {
        if (view->patrol_crossing[i] != 0 && view->patrol_face[i] == PAWN_NONE) {
            hidden[count++] = view->patrol_crossing[i];
        } else if (view->patrol_crossing[i] != 0) {
            bool blank = view->patrol_face[i] == PAWN_FALSE;
            phrase_add(&line, "%s", known++ > 0 ? ", " : "");
            phrase_add(
                &line, view->patrol_up[i] != 0 ? tr("%s (revealed) at crossing %u") : tr("%s at crossing %u"),
                blank ? tr("false") : title_pawn((enum pawn)view->patrol_face[i]), view->patrol_crossing[i]);
        }
    }
    if (count > 0) {
        phrase_add(&line, "%s%s", known > 0 ? "; " : "", tr("face down at "));
        phrase_numbers(&line, "crossing", hidden, count);
    }
    if (count + known > 0) {
        phrase_add(&line, ".");
        report_sentence(report, &line);
    }
}

static void report_track(struct report report, const struct view *view)
{
    enum game_kind game = (enum game_kind)view->kind;
    struct sentence line = {.text = ""};
    if (!view->on_track) {
        return;
    }
    phrase_add(&line, tr("Moves so far: %s to %s"), title_cell(game, cell_label(view->first_cell)).text,
               title_cell(game, cell_label(view->last_cell)).text);
    for (unsigned cell = view->first_cell; cell <= view->last_cell && cell < CELLS; cell++) {
        if (view->special_cells[cell] != TILE_NONE) {
            phrase_add(&line, "; %s: %s", title_cell(game, cell_label(cell)).text,
                       view->special_cells[cell] == TILE_UNKNOWN
                           ? tr("a special move")
                           : phrase_tile((enum tile)view->special_cells[cell]));
        }
    }
    phrase_add(&line, ".");
    report_sentence(report, &line);
}

static void report_tiles(struct report report, const struct view *view)
{
    struct sentence line = {.text = ""};
    phrase_add(&line, tr("Special moves left: %u"), view->tiles_total);
    if ((view->knows & AUDIENCE_TILES) != 0 && view->tiles_total > 0) {
        const char *joint = " (";
        for (unsigned tile = TILE_COACH; tile < TILE_COUNT; tile++) {
            if (view->tiles[tile] > 0) {
                phrase_add(&line, "%s%u %s", joint, view->tiles[tile], title_tile((enum tile)tile));
                joint = ", ";
            }
        }
        phrase_add(&line, ")");
    }
    phrase_add(&line, ".");
    report_sentence(report, &line);
}

static void report_whitechapel(struct report report, const struct view *view)
{
    struct sentence line = {.text = ""};
    uint8_t wretched[WRETCHED_MAX];
    memcpy(wretched, view->wretched, sizeof wretched);
    if (view->head != 0) {
        phrase_add(&line, tr("%s is Head tonight."), title_pawn((enum pawn)view->head));
        report_sentence(report, &line);
    }
    report_places(report, tr("Crime scenes:"), view->crime, view->crimes);
    report_places(report, tr("Women, face down:"), view->woman, view->women);
    report_places(report, tr("The Wretched:"), wretched, view->wretched_count);
    report_patrols(report, view);
    report_places(report, tr("False clues:"), view->false_clue, view->false_clues);
}

/* Returns where Jack is, or 0 if this viewer does not know it. */
static unsigned jack_circle(const struct view *view)
{
    bool known =
        (view->knows & AUDIENCE_JACK) != 0 && view->on_track && view->round >= 1 && view->round <= ROWS;
    return known ? view->row[view->round - 1][view->last_cell] : 0;
}

static void report_secrets(struct report report, const struct view *view)
{
    struct sentence line = {.text = ""};
    if (jack_circle(view) != 0) {
        phrase_add(&line, tr("Jack is on %u."), jack_circle(view));
    }
    if (view->hideout != 0) {
        phrase_add(&line, tr("%sHis hideout is %u."), line.text[0] != '\0' ? " " : "", view->hideout);
    }
    if (view->kind == GAME_WHITEHALL && view->discovery[0] != 0) {
        phrase_add(&line, tr("%sHis Discovery Locations are "), line.text[0] != '\0' ? " " : "");
        phrase_numbers(&line, NULL, view->discovery, DISCOVERIES);
        phrase_add(&line, ".");
    }
    if (line.text[0] != '\0') {
        report_sentence(report, &line);
    }
}

void report_state(struct report report, const struct view *view)
{
    uint8_t list[SET_LIMIT];
    struct sentence phase = sentence_phase(view);
    struct sentence turn = sentence_turn(view);
    report_sentence(report, &phase);
    report_sentence(report, &turn);
    if (view->kind == GAME_WHITECHAPEL) {
        report_whitechapel(report, view);
    } else {
        report_places(report, tr("Discoveries:"), view->discovery_found, view->discoveries_found);
    }
    report_police(report, view);
    report_places(report, tr("Clues:"), list, set_list(&view->clues, list));
    if (view->searching != 0) {
        report_places(report, tr("Searched so far:"), list, set_list(&view->searched, list));
    }
    report_track(report, view);
    report_tiles(report, view);
    report_secrets(report, view);
}

/* ---- Jack's sheet ------------------------------------------------------------------------------- */

/* Writes "Night 2: III 65, II 51 (coach), I 50 (coach), 1 64." */
static void report_row(struct report report, const struct view *view, unsigned row)
{
    enum game_kind game = (enum game_kind)view->kind;
    struct sentence line = {.text = ""};
    const char *joint = ": ";
    static const char *const marks[] = {[TILE_COACH] = TEXT("coach"),
                                        [TILE_ALLEY] = TEXT("alley"),
                                        [TILE_BOAT] = TEXT("boat"),
                                        [TILE_UNKNOWN] = TEXT("special move")};
    phrase_add(&line, game == GAME_WHITEHALL ? tr("Round %u") : tr("Night %u"), row + 1);
    for (unsigned cell = 0; cell < CELLS; cell++) {
        if (view->row[row][cell] == 0) {
            continue;
        }
        phrase_add(&line, "%s%s %u", joint, title_cell(game, cell_label(cell)).text, view->row[row][cell]);
        if (view->mark[row][cell] != TILE_NONE && view->mark[row][cell] <= TILE_UNKNOWN) {
            phrase_add(&line, " (%s)", tr(marks[view->mark[row][cell]]));
        }
        joint = ", ";
    }
    phrase_add(&line, ".");
    if (strcmp(joint, ", ") == 0) {
        report_sentence(report, &line);
    }
}

void report_sheet(struct report report, const struct view *view)
{
    if ((view->knows & AUDIENCE_JACK) == 0) {
        report.line(report.context,
                    tr("Only Jack can see his sheet. It is revealed at the end of the game."));
        return;
    }
    struct sentence line = {.text = ""};
    if (view->kind == GAME_WHITEHALL && view->discovery[0] != 0) {
        phrase_add(&line, tr("Discovery Locations: NW %u, NE %u, SW %u, SE %u."), view->discovery[0],
                   view->discovery[1], view->discovery[2], view->discovery[3]);
    } else if (view->kind == GAME_WHITECHAPEL && view->hideout != 0) {
        phrase_add(&line, tr("Hideout: %u."), view->hideout);
    } else {
        phrase_add(&line, tr("The sheet is still empty."));
    }
    report_sentence(report, &line);
    for (unsigned row = 0; row < ROWS; row++) {
        report_row(report, view, row);
    }
}
