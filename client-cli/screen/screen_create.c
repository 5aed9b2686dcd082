/*
 * screen_create.c: the form for a new table, drawn over the lobby.
 *
 * Its fields in order: the game, each of the game's options, who can join; beside them the settings; and the button. It
 * produces a `create` command line like any other.
 */
#include <stdio.h>
#include <string.h>

#include "client-cli/language/language.h"
#include "client-cli/screen/screen_internal.h"
#include "client-cli/util/own_zone.h"

enum { FORM_WIDTH = 76, FORM_ROWS = 15, SETTING_COLUMNS = 40 };

/* A value of a setting: what is added to the command line, and how it is shown. The first is the default. */
struct choice_of_setting {
    const char *word, *shown;
};

static const struct {
    const char *title, *help;
    struct choice_of_setting choice[10]; /* ends with a NULL word */
} settings[CREATE_SETTINGS] = {
    {TEXT("Deduction help"),
     TEXT("Shows the detectives where Jack may be. Full also shows how many possible trails lead there and "
          "what a "
          "search would reveal."),
     {{" aids=off", TEXT("none")}, {" aids=sets", TEXT("circles")}, {" aids=full", TEXT("full")}}},
    {TEXT("Help for spectators"),
     TEXT(
         "Whether spectators can use deduction help too. Otherwise only detectives can use it until the game "
         "is over."),
     {{" spectator-aids=on", TEXT("yes")}, {" spectator-aids=off", TEXT("no")}}},
    {TEXT("Time per action"),
     TEXT("When the time is up, a stand-in bot takes over until the player is back."),
     {{"", TEXT("no limit")},
      {" clock=30", TEXT("30 s")},
      {" clock=60", TEXT("1 min")},
      {" clock=120", TEXT("2 min")},
      {" clock=300", TEXT("5 min")},
      {" clock=3600", TEXT("1 hour")},
      {" clock=86400", TEXT("1 day")},
      {" clock=172800", TEXT("2 days")},
      {" clock=259200", TEXT("3 days")}}},
    {TEXT("Night pause"),
     TEXT("The clock is paused during these hours, in your time zone."),
     {{" night=off", TEXT("none")},
      {" night=22:00-07:00", "22:00-07:00"},
      {" night=23:00-07:00", "23:00-07:00"},
      {" night=00:00-08:00", "00:00-08:00"}}},
    {TEXT("Days off per player"),
     TEXT("While away, each player can stop the clock for this many days in total."),
     {{" days-off=0", TEXT("none")},
      {" days-off=2", TEXT("2 days")},
      {" days-off=3", TEXT("3 days")},
      {" days-off=5", "5"},
      {" days-off=7", "7"},
      {" days-off=14", "14"}}},
    {TEXT("Stand-in level"),
     TEXT("How well a stand-in bot plays."),
     {{" level=normal", TEXT("normal")},
      {" level=hard", TEXT("hard")},
      {" level=master", TEXT("master")},
      {" level=novice", TEXT("novice")},
      {" level=easy", TEXT("easy")}}},
    {TEXT("Bot speed"),
     TEXT("How fast bots play."),
     {{" pace=normal", TEXT("human-like")}, {" pace=quick", TEXT("fast")}, {" pace=slow", TEXT("slow")}}},
    {TEXT("Commentators"),
     TEXT("Commentators see everything live, even where Jack is. Everyone must agree before the start."),
     {{" commentary=off", TEXT("none")}, {" commentary=on", TEXT("allowed")}}},
    {TEXT("Counts if private"),
     TEXT("Whether a private game counts in statistics. Public games always count."),
     {{" counts=off", TEXT("no")}, {" counts=on", TEXT("yes")}}},
};

static const struct choice_of_setting *setting_of(const struct lobby_page_state *page, unsigned setting)
{
    return &settings[setting].choice[page->setting[setting]];
}

static int private_field(const struct lobby_page_state *page)
{
    return 1 + (int)option_count(page->game);
}

static int button_field(const struct lobby_page_state *page)
{
    return private_field(page) + CREATE_SETTINGS + 1;
}

/* Returns the setting a field is for, or -1. */
static int setting_at(const struct lobby_page_state *page, int field)
{
    bool one = field > private_field(page) && field < button_field(page);
    return one ? field - private_field(page) - 1 : -1;
}

/* ---- Drawing ------------------------------------------------------------------------------------- */

static void field_text(const struct lobby_page_state *page, int field, char *text, size_t capacity)
{
    int setting = setting_at(page, field);
    if (field == 0) {
        (void)snprintf(text, capacity, tr("Game: < %s >"), title_game(page->game));
    } else if (field < private_field(page)) {
        unsigned option = (unsigned)field - 1;
        (void)snprintf(text, capacity, "[%c] %s", (page->options >> option & 1U) != 0 ? 'x' : ' ',
                       title_option(page->game, option));
    } else if (field == private_field(page)) {
        (void)snprintf(text, capacity, tr("[%c] Friends only"), page->is_private ? 'x' : ' ');
    } else if (setting >= 0) {
        bool is_kept = page->settings && (page->kept >> (unsigned)setting & 1U) != 0;
        (void)snprintf(text, capacity, "%s: < %s >", tr(settings[setting].title),
                       is_kept ? tr("as it is") : tr(setting_of(page, (unsigned)setting)->shown));
    } else {
        (void)snprintf(text, capacity, "%s", page->settings ? tr("Save changes") : tr("Create table"));
    }
}

static const char *field_help(const struct lobby_page_state *page)
{
    if (page->field == 0) {
        return page->settings ? tr("The game of a table can't be changed.")
                              : tr("Press Space to switch to the other game.");
    }
    if (page->field < private_field(page)) {
        return sentence_option(page->game, (unsigned)page->field - 1);
    }
    if (setting_at(page, page->field) >= 0) {
        return tr(settings[setting_at(page, page->field)].help);
    }
    return page->field == private_field(page) ? tr("Only people with the invite link can join.")
                                              : tr("Press Enter to create the table and join it.");
}

/* Settings are beside the options, the button below them. */
static void place_of_field(const struct lobby_page_state *page, int field, int width, int *x, int *y)
{
    int setting = setting_at(page, field);
    *x = setting >= 0 ? width - SETTING_COLUMNS : 4;
    *y = setting >= 0 ? 2 + setting : field == button_field(page) ? private_field(page) + 2 : field + 1;
}

void create_draw(struct screen *screen)
{
    struct lobby_page_state *page = &screen->lobby;
    struct canvas *canvas = &screen->canvas;
    int width = canvas->width - 4 < FORM_WIDTH ? canvas->width - 4 : FORM_WIDTH;
    int x = (canvas->width - width) / 2;
    int y = (canvas->height - FORM_ROWS - 1) / 2;
    canvas_fill(canvas, x, y, width, FORM_ROWS + 1, INK_PLAIN);
    canvas_box(canvas, x, y, width, FORM_ROWS + 1, page->settings ? tr("Table settings") : tr("New table"));
    for (int field = 0; field <= button_field(page); field++) {
        char text[120];
        bool here = field == page->field;
        int dx, dy;
        field_text(page, field, text, sizeof text);
        place_of_field(page, field, width, &dx, &dy);
        (void)canvas_text(canvas, x + dx - 2, y + dy, 2, INK_KEY, CELL_BOLD, here ? ">" : " ");
        int right = dx < width - SETTING_COLUMNS && setting_at(page, field) < 0 && field != 0
                        ? width - SETTING_COLUMNS - 2
                        : width - 1;
        (void)canvas_text(canvas, x + dx, y + dy, right - dx,
                          field == button_field(page) ? INK_GOOD : INK_PLAIN, here ? CELL_CURSOR : 0, text);
    }
    struct panel panel = {.canvas = canvas, .window = {x + 2, y + FORM_ROWS - 3, width - 4, 3}};
    panel_wrap(&panel, INK_DIM, 0, 0, field_help(page));
    (void)canvas_text(canvas, x + 2, y + FORM_ROWS, width - 4, INK_DIM, 0,
                      page->settings ? tr("Arrows: move   Space: change   Enter on last line: save")
                                     : tr("Arrows: move   Space: change   Enter on last line: create"));
}

/* ---- Input -------------------------------------------------------------------------------------- */

/* Goes to the next or previous value of a setting. */
static void change_setting(struct lobby_page_state *page, unsigned setting, bool back)
{
    unsigned count = 1; /* there is at least one */
    while (settings[setting].choice[count].word != NULL) {
        count++;
    }
    page->kept &= ~(1U << setting);
    page->setting[setting] = (page->setting[setting] + (back ? count - 1 : 1)) % count;
}

static void change(struct lobby_page_state *page, bool back)
{
    int setting = setting_at(page, page->field);
    if (page->field == 0 && page->settings) {
        return; /* the game of a table stays */
    }
    if (page->field == 0) {
        page->game = page->game == GAME_WHITECHAPEL ? GAME_WHITEHALL : GAME_WHITECHAPEL;
        page->options = 0;
    } else if (page->field < private_field(page)) {
        page->options ^= 1U << (page->field - 1);
    } else if (page->field == private_field(page)) {
        page->is_private = !page->is_private;
    } else if (setting >= 0) {
        change_setting(page, (unsigned)setting, back);
    }
}

void create_begin_settings(struct screen *screen)
{
    struct lobby_page_state *page = &screen->lobby;
    const struct model_table *table = &screen->model->table;
    char words[CREATE_SETTINGS][80], zone[sizeof table->night_zone];
    page->settings = true;
    page->field = 1;
    page->game = table->game;
    page->options = table->options;
    page->is_private = table->is_private;
    (void)snprintf(words[0], sizeof words[0], " aids=%s", table->aids);
    (void)snprintf(words[1], sizeof words[1], " spectator-aids=%s", table->spectator_aids ? "on" : "off");
    (void)snprintf(words[2], sizeof words[2], " clock=%u", table->clock);
    bool has_night = table->night_from[0] != '\0';
    own_zone(zone, sizeof zone);
    bool is_elsewhere = has_night && strcmp(table->night_zone, zone) != 0; /* offered hours are in our zone */
    (void)snprintf(words[3], sizeof words[3], " night=%s%s%s%s%s", has_night ? table->night_from : "off",
                   has_night ? "-" : "", has_night ? table->night_to : "", is_elsewhere ? "@" : "",
                   is_elsewhere ? table->night_zone : "");
    (void)snprintf(words[4], sizeof words[4], " days-off=%u", table->days_off);
    (void)snprintf(words[5], sizeof words[5], " level=%s", table->level);
    (void)snprintf(words[6], sizeof words[6], " pace=%s", table->pace);
    (void)snprintf(words[7], sizeof words[7], " commentary=%s", table->commentary ? "on" : "off");
    (void)snprintf(words[8], sizeof words[8], " counts=%s", table->counts ? "on" : "off");
    page->kept = 0;
    for (unsigned i = 0; i < CREATE_SETTINGS; i++) {
        /* A value that is not offered is shown as "as it is", and kept. */
        bool is_offered = i == 2 && table->clock == 0; /* its word is "" */
        page->setting[i] = 0;
        for (unsigned at = 0; settings[i].choice[at].word != NULL; at++) {
            bool is_it = strcmp(settings[i].choice[at].word, words[i]) == 0;
            page->setting[i] = is_it ? at : page->setting[i];
            is_offered = is_offered || is_it;
        }
        page->kept |= is_offered ? 0U : 1U << i;
    }
}

/* Writes everything that the form says, so that what was switched off is switched off. */
static void change_table(struct screen *screen)
{
    struct lobby_page_state *page = &screen->lobby;
    char line[300];
    size_t used =
        (size_t)snprintf(line, sizeof line, "settings %s%s", page->is_private ? "private" : "public",
                         page->options == 0 ? " none" : "");
    for (unsigned i = 0; i < option_count(page->game) && used < sizeof line; i++) {
        if ((page->options >> i & 1U) != 0) {
            used += (size_t)snprintf(line + used, sizeof line - used, " %s", option_name(page->game, i));
        }
    }
    for (unsigned i = 0; i < CREATE_SETTINGS && used < sizeof line; i++) {
        const char *word = setting_of(page, i)->word;
        if ((page->kept & (1U << i)) != 0) {
            continue; /* somebody chose another value elsewhere */
        }
        used += (size_t)snprintf(line + used, sizeof line - used, "%s", word[0] != '\0' ? word : " clock=0");
    }
    page->settings = false;
    screen_do_line(screen, line);
}

static void create(struct screen *screen)
{
    struct lobby_page_state *page = &screen->lobby;
    char line[300];
    if (page->settings) {
        change_table(screen);
        return;
    }
    size_t used = (size_t)snprintf(line, sizeof line, "create %s", game_name(page->game));
    for (unsigned i = 0; i < option_count(page->game) && used < sizeof line; i++) {
        if ((page->options >> i & 1U) != 0) {
            used += (size_t)snprintf(line + used, sizeof line - used, " %s", option_name(page->game, i));
        }
    }
    if (page->is_private && used < sizeof line) {
        used += (size_t)snprintf(line + used, sizeof line - used, " private");
    }
    for (unsigned i = 0; i < CREATE_SETTINGS && used < sizeof line; i++) {
        used += (size_t)snprintf(line + used, sizeof line - used, "%s", setting_of(page, i)->word);
    }
    page->create = false;
    screen_do_line(screen, line);
}

void create_input(struct screen *screen, const struct input_event *input)
{
    struct lobby_page_state *page = &screen->lobby;
    int fields = button_field(page) + 1;
    switch (input->key) {
    case INPUT_UP:
    case INPUT_BACK_TAB:
        page->field = (page->field + fields - 1) % fields;
        break;
    case INPUT_DOWN:
    case INPUT_TAB:
        page->field = (page->field + 1) % fields;
        break;
    case INPUT_LEFT:
    case INPUT_RIGHT:
    case ' ':
        change(page, input->key == INPUT_LEFT);
        break;
    case INPUT_ENTER:
        if (page->field == button_field(page)) {
            create(screen);
        } else {
            change(page, false);
        }
        break;
    case INPUT_ESCAPE:
    case 'q':
        page->create = page->settings = false;
        break;
    default:
        break;
    }
}
