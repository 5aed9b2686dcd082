/*
 * screen_room.c: a table before its game: players, pawns, options and chat.
 */
#include <stdio.h>
#include <string.h>

#include "client-cli/language/language.h"
#include "client-cli/screen/screen_internal.h"
#include "common/base/array.h"

enum { TEXT_COLUMNS = 46, MAP_LEAST = 50 };

/* ---- Pawns --------------------------------------------------------------------------------------- */

/* Lists the pawns of a game in display order; returns how many. */
static int pawns_of_game(enum game_kind game, enum pawn pawn[PAWN_COUNT])
{
    int count = 0;
    unsigned all = game_policemen(game) | PAWN_BIT(PAWN_JACK);
    for (int i = 0; i < PAWN_COUNT; i++) {
        if ((all & PAWN_BIT(i)) != 0) {
            pawn[count++] = (enum pawn)i;
        }
    }
    return count;
}

static const struct model_seat *holder(const struct model_table *table, enum pawn pawn)
{
    for (unsigned i = 0; i < table->seats; i++) {
        if ((table->seat[i].pawns & PAWN_BIT(pawn)) != 0) {
            return &table->seat[i];
        }
    }
    return NULL;
}

/*
 * Takes a pawn or gives it back. A player has Jack or policemen, so taking one gives up the other; a spectator joins
 * with the pawn. Earlier requests that have not been answered yet count as done.
 */
static void toggle(struct screen *screen, enum pawn pawn)
{
    const struct model *model = screen->model;
    const struct model_seat *seat = holder(&model->table, pawn);
    struct play_seat wished = play_expected_seat(screen->play);
    unsigned mine = wished.pawns;
    struct command command = {.kind = COMMAND_PAWNS};
    if (seat != NULL && strcmp(seat->player, model->player) != 0) {
        screen_notice(screen, false, TEXT("%s has taken %s."), seat->name, title_pawn(pawn));
        return;
    }
    command.pawns =
        pawn == PAWN_JACK ? mine ^ PAWN_BIT(PAWN_JACK) : (mine & ~PAWN_BIT(PAWN_JACK)) ^ PAWN_BIT(pawn);
    if (pawn == PAWN_JACK) {
        command.pawns &= PAWN_BIT(PAWN_JACK);
    }
    if (!wished.seated) {
        command.kind = COMMAND_JOIN;
    }
    screen_do_command(screen, &command);
}

static struct screen_keys room_keys(void);

/* ---- Drawing ------------------------------------------------------------------------------------- */

static void draw_pawns(struct screen *screen, struct panel *panel)
{
    static const char *const symbols[] = {" J ", " Y ", " R ", " B ", " G ", " N "}; /* as on the map */
    const struct model *model = screen->model;
    enum pawn pawn[PAWN_COUNT];
    int count = pawns_of_game(model->table.game, pawn);
    unsigned mine = model_my_pawns(model);
    panel->row++;
    panel_line(panel, INK_TITLE, CELL_BOLD, tr("Choose your roles"));
    screen->room.first_y = panel->window.y + panel->row;
    for (int i = 0; i < count; i++) {
        const struct model_seat *seat = holder(&model->table, pawn[i]);
        bool is_mine = (mine & PAWN_BIT(pawn[i])) != 0;
        bool here = i == screen->room.current;
        char text[SENTENCE_MAX + 20];
        struct sentence name = {""};
        if (seat != NULL) {
            name = model_seat_name(seat);
        }
        (void)snprintf(text, sizeof text, "%s[%s] %-7s %s", here ? ">" : " ",
                       is_mine        ? "x"
                       : seat != NULL ? "-"
                                      : " ",
                       title_pawn(pawn[i]),
                       is_mine        ? tr("you")
                       : seat != NULL ? name.text
                                      : tr("free"));
        enum ink ink = pawn[i] == PAWN_JACK ? INK_JACK : (enum ink)(INK_YELLOW + pawn[i] - PAWN_YELLOW);
        panel_symbol(panel, ink, symbols[pawn[i]], here ? CELL_CURSOR : 0, "%s", text);
    }
}

static void prompt_text(const struct model *model, char *text, size_t capacity)
{
    unsigned all = game_policemen(model->table.game) | PAWN_BIT(PAWN_JACK);
    unsigned taken = 0;
    bool everybody = true; /* except the host, who may watch */
    for (unsigned i = 0; i < model->table.seats; i++) {
        const struct model_seat *seat = &model->table.seat[i];
        taken |= seat->pawns;
        everybody = everybody && (seat->pawns != 0 || strcmp(seat->player, model->table.host) == 0);
    }
    if (model_my_seat(model) < 0) {
        (void)snprintf(text, capacity, "%s", tr("You are watching. Press Space to join with a pawn."));
    } else if (taken != all && model_is_host(model)) {
        (void)snprintf(text, capacity, "%s",
                       tr("Press Space to take a pawn or give it back, b to add a bot, B to add bots for all "
                          "the rest."));
    } else if (taken != all) {
        (void)snprintf(text, capacity, "%s",
                       tr("Press Space to take a pawn or give it back. Some pawns are not taken yet."));
    } else if (!everybody) {
        (void)snprintf(text, capacity, "%s",
                       tr("Someone has no pawn yet. The game can start when everyone has one."));
    } else {
        (void)snprintf(text, capacity, "%s",
                       model_is_host(model) ? tr("Everything is ready. Press s to start the game.")
                                            : tr("Waiting for the host to start."));
    }
}

/* Draws the board of the game if there is room. */
static void draw_board(struct screen *screen, struct map_window *left)
{
    struct map_window window = *left;
    if (left->width < TEXT_COLUMNS + MAP_LEAST) {
        return;
    }
    left->width = TEXT_COLUMNS;
    window.x += TEXT_COLUMNS + 1;
    window.width -= TEXT_COLUMNS + 1;
    const struct board *board = model_board(screen->model);
    struct map_look look = {.centre_x = board->width / 2, .centre_y = board->height / 2};
    map_draw(&screen->canvas, window, board, NULL, &look);
}

/* Draws who has agreed to commentators, and for the host their link. */
static void draw_commentary(const struct screen *screen, struct panel *panel)
{
    const struct model_table *table = &screen->model->table;
    char link[400];
    if (!table->commentary) {
        return;
    }
    for (unsigned i = 0; i < table->seats; i++) {
        bool me = strcmp(table->seat[i].player, screen->model->player) == 0;
        if (table->seat[i].bot[0] == '\0' && !table->seat[i].agrees && me) {
            panel_format(panel, INK_BAD, 0, "%s", tr("Press c to agree to this."));
        } else if (table->seat[i].bot[0] == '\0' && !table->seat[i].agrees) {
            panel_format(panel, INK_DIM, 0, tr("%s has not agreed to commentators yet."),
                         table->seat[i].name);
        }
    }
    play_commentary_link(screen->play, link, sizeof link);
    if (link[0] != '\0') {
        panel_format(panel, INK_KEY, 0, tr("Secret link for commentators: %s"), link);
    }
}

static void room_draw(struct screen *screen)
{
    const struct model *model = screen->model;
    struct canvas *canvas = &screen->canvas;
    char prompt[400];
    prompt_text(model, prompt, sizeof prompt);
    struct screen_layout layout =
        screen_layout(canvas->width, canvas->height, screen_prompt_rows(screen, prompt));
    struct panel left = {.canvas = canvas, .window = layout.map};
    struct panel side = {.canvas = canvas, .window = layout.side};
    left.window.x++;
    left.window.width -= 2;
    draw_board(screen, &left.window);
    panel_table(&left, &model->table, model->player);
    if (model->table.invite[0] != '\0') {
        char link[400];
        play_invite_link(screen->play, link, sizeof link);
        panel_format(&left, INK_KEY, 0, tr("Invite: %s"), link);
    }
    draw_pawns(screen, &left);
    panel_line(&side, INK_TITLE, CELL_BOLD, tr("Variants"));
    panel_options(&side, model->table.game, model->table.options);
    panel_table_settings(&side, &model->table);
    draw_commentary(screen, &side);
    for (int y = 0; y < layout.prompt_y; y++) {
        canvas_put(canvas, layout.rule_x, y, 0x2502, INK_FRAME, 0);
    }
    panel_rule(canvas, layout.log_x, layout.rule_y, layout.rule_width, tr("Chat"));
    panel_log(canvas, layout.log, model->line, model->lines, 0, false);
    screen_draw_bottom(screen, &layout, INK_TITLE, prompt, room_keys(), "");
    if (screen->lobby.settings) {
        create_draw(screen);
    }
}

/* ---- Keys ---------------------------------------------------------------------------------------- */

static void press_move(struct screen *screen, const struct input_event *input)
{
    enum pawn pawn[PAWN_COUNT];
    int count = pawns_of_game(screen->model->table.game, pawn);
    int step = screen_list_step(input);
    int last = count - 1, current = screen->room.current + step;
    if (step == 1 || step == -1) {
        screen->room.current = (current + count) % count;
    } else {
        screen->room.current = current < 0 ? 0 : current < last ? current : last;
    }
}

static void press_toggle(struct screen *screen, const struct input_event *input)
{
    enum pawn pawn[PAWN_COUNT];
    int count = pawns_of_game(screen->model->table.game, pawn);
    (void)input;
    if (screen->room.current < count) {
        toggle(screen, pawn[screen->room.current]);
    }
}

static void press_click(struct screen *screen, const struct input_event *input)
{
    enum pawn pawn[PAWN_COUNT];
    int count = pawns_of_game(screen->model->table.game, pawn);
    int index = input->y - screen->room.first_y;
    if (index >= 0 && index < count) {
        screen->room.current = index;
        toggle(screen, pawn[index]);
    }
}

/* ---- Bots ---------------------------------------------------------------------------------------- */

static const struct {
    uint32_t key;
    const char *label, *level;
} bots[] = {
    {'n', TEXT("novice"), "novice"}, {'e', TEXT("easy"), "easy"},     {'o', TEXT("normal"), "normal"},
    {'h', TEXT("hard"), "hard"},     {'m', TEXT("master"), "master"}, {'x', TEXT("remove the bot"), "none"},
};

static void ask_bot(struct screen *screen, unsigned pawns, int level)
{
    struct command command = {.kind = COMMAND_BOT, .pawns = pawns};
    (void)snprintf(command.text, sizeof command.text, "%s", bots[level].level);
    screen_do_command(screen, &command);
}

static void bot_chosen(struct screen *screen, int index)
{
    enum pawn pawn[PAWN_COUNT];
    int count = pawns_of_game(screen->model->table.game, pawn);
    if (screen->room.current < count) {
        ask_bot(screen, PAWN_BIT(pawn[screen->room.current]), index);
    }
}

/* Sets a bot for each side that has pawns which are free or held by bots. */
static void bots_chosen(struct screen *screen, int index)
{
    const struct model_table *table = &screen->model->table;
    unsigned police = game_policemen(table->game);
    unsigned free = police | PAWN_BIT(PAWN_JACK);
    for (unsigned i = 0; i < table->seats; i++) {
        free &= table->seat[i].bot[0] == '\0' ? ~(unsigned)table->seat[i].pawns : ~0U;
    }
    if ((free & PAWN_BIT(PAWN_JACK)) != 0) {
        ask_bot(screen, PAWN_BIT(PAWN_JACK), index);
    }
    if ((free & police) != 0) {
        ask_bot(screen, free & police, index);
    }
}

static void press_bot(struct screen *screen, const struct input_event *input)
{
    bool all = input->key == 'B';
    enum pawn pawn[PAWN_COUNT];
    int count = pawns_of_game(screen->model->table.game, pawn);
    char title[60];
    if (!model_is_host(screen->model)) {
        screen_notice(screen, false, TEXT("Only the host can add bots."));
        return;
    }
    (void)snprintf(title, sizeof title, tr("Add a bot for %s"),
                   all                            ? tr("all the rest")
                   : screen->room.current < count ? title_pawn(pawn[screen->room.current])
                                                  : tr("this pawn"));
    screen_popup(screen, POPUP_LIST, title, all ? bots_chosen : bot_chosen);
    for (size_t i = 0; i < COUNT(bots); i++) {
        popup_add(&screen->popup, INK_PLAIN, bots[i].key, tr(bots[i].label));
    }
}

static void press_start(struct screen *screen, const struct input_event *input)
{
    struct command command = {.kind = COMMAND_START};
    (void)input;
    screen_do_command(screen, &command);
}

static void leave_chosen(struct screen *screen, int index)
{
    struct command command = {.kind = COMMAND_LEAVE};
    (void)index;
    screen_do_command(screen, &command);
}

static void press_leave(struct screen *screen, const struct input_event *input)
{
    (void)input;
    screen_popup(screen, POPUP_QUESTION, TEXT("Leave table"), leave_chosen);
    screen_popup_line(screen, TEXT("Leave the table and give up your seat?"));
}

static void press_lobby(struct screen *screen, const struct input_event *input)
{
    struct command command = {.kind = COMMAND_WATCH};
    (void)input;
    screen_do_command(screen, &command);
}

static void press_settings(struct screen *screen, const struct input_event *input)
{
    (void)input;
    if (model_is_host(screen->model)) {
        create_begin_settings(screen);
    } else {
        screen_notice(screen, false, "%s", tr("Only the host can change the settings."));
    }
}

static void press_consent(struct screen *screen, const struct input_event *input)
{
    int seat = model_my_seat(screen->model);
    (void)input;
    screen_do_line(screen, seat >= 0 && screen->model->table.seat[seat].agrees ? "consent no" : "consent");
}

static bool may_consent(const struct screen *screen)
{
    return screen->model->table.commentary && model_my_seat(screen->model) >= 0;
}

static bool is_host(const struct screen *screen)
{
    return model_is_host(screen->model);
}

static bool is_seated(const struct screen *screen)
{
    return model_my_seat(screen->model) >= 0;
}

static const struct screen_key keys[] = {
    {INPUT_UP, INPUT_DOWN, TEXT("arrows, j k"), TEXT("select a pawn"), press_move, NULL, NULL},
    {'j', 'k', NULL, NULL, press_move, NULL, NULL},
    {'g', 'G', NULL, NULL, press_move, NULL, NULL},
    {INPUT_HOME, INPUT_END, NULL, NULL, press_move, NULL, NULL},
    {INPUT_ENTER, ' ', TEXT("Space, click"),
     TEXT("take the pawn or give it back; joins the table if you are watching"), press_toggle, NULL,
     TEXT("Space pawn")},
    {INPUT_CLICK, 0, NULL, NULL, press_click, NULL, NULL},
    {'b', 'B', "b, B", TEXT("add or remove a bot for this pawn, or for all the rest"), press_bot, is_host,
     TEXT("b B bots")},
    {'s', 0, "s", TEXT("start the game"), press_start, is_host, TEXT("s start")},
    {'o', 0, "o", TEXT("change variants and settings of the table"), press_settings, is_host,
     TEXT("o options")},
    {'c', 0, "c", TEXT("agree to commentators, or withdraw your agreement"), press_consent, may_consent,
     TEXT("c agree")},
    {'t', 0, "t", TEXT("chat with the table"), screen_press_chat, NULL, TEXT("t chat")},
    {'L', 0, "L", TEXT("leave the table and give up your seat"), press_leave, is_seated, TEXT("L leave")},
    {'q', INPUT_ESCAPE, TEXT("q, Esc"), TEXT("go to the lobby; you keep your seat"), press_lobby, NULL,
     TEXT("q lobby")},
};

static struct screen_keys room_keys(void)
{
    return (struct screen_keys){keys, COUNT(keys)};
}

static bool room_input(struct screen *screen, const struct input_event *input)
{
    if (screen->lobby.settings) {
        create_input(screen, input);
        return true;
    }
    return screen_press(screen, room_keys(), input, false);
}

const struct screen_page room_page = {
    .title = TEXT("Before the game"),
    .draw = room_draw,
    .input = room_input,
    .keys = room_keys,
};
