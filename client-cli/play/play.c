/* play.c: creates and frees a run, and answers questions about its state. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "client-cli/language/language.h"
#include "client-cli/learn/lesson_texts.h"
#include "client-cli/net/tokens.h"
#include "client-cli/play/play_internal.h"

static bool connect_to_server(struct play *play, const char *token)
{
    const struct address *address = &play->settings.address;
    struct connection_identity identity = {
        .token = token,
        .code = token == NULL ? play->code : NULL,
        .name = token == NULL && play->code == NULL ? play->name : NULL,
    };
    play->connection =
        connection_new(play->loop, address, play->ca_file, identity, play_connection_hooks(play));
    if (play->connection != NULL && (address->table[0] != '\0' || address->invite[0] != '\0')) {
        play->table_switch = (struct table_switch){
            .startup = true,
            .joins = address->invite[0] != '\0' && address->table[0] == '\0' && !play->settings.watch_only};
        connection_set_commentary(play->connection, play->settings.commentary);
        play_switch_table(play, address->table[0] != '\0' ? address->table : NULL,
                          address->invite[0] != '\0' ? address->invite : NULL);
    }
    return play->connection != NULL;
}

void play_free(struct play *play)
{
    if (play == NULL) {
        return;
    }
    connection_free(play->connection);
    while (!LIST_EMPTY(&play->requests)) {
        struct play_request *request = LIST_FIRST(&play->requests);
        LIST_REMOVE(request, entry);
        free(request);
    }
    for (unsigned game = 0; game < GAME_KIND_COUNT; game++) {
        board_free(play->boards[game]);
    }
    model_free(&play->model);
    lesson_texts_free(play->lesson_texts);
    free(play->table_ids);
    free(play->name);
    free(play->code);
    free(play->ca_file);
    free(play);
}

/* Allocates everything except the connection. */
static struct play *allocate(uv_loop_t *loop, const struct play_settings *settings, struct play_hooks hooks)
{
    struct play *play = calloc(1, sizeof *play);
    const struct board *boards[GAME_KIND_COUNT];
    bool good = true;
    if (play == NULL) {
        return NULL;
    }
    play->loop = loop;
    play->settings = *settings;
    play->hooks = hooks;
    play->name = settings->name != NULL ? strdup(settings->name) : NULL;
    play->code = settings->code != NULL ? strdup(settings->code) : NULL;
    play->ca_file = settings->ca_file != NULL ? strdup(settings->ca_file) : NULL;
    for (unsigned game = 0; game < GAME_KIND_COUNT; game++) {
        boards[game] = play->boards[game] = board_builtin((enum game_kind)game);
        good = good && boards[game] != NULL;
    }
    model_init(&play->model, boards);
    play->model.brief = settings->brief;
    if (!good) {
        play_free(play);
        return NULL;
    }
    return play;
}

struct play *play_new(uv_loop_t *loop, const struct play_settings *settings, struct play_hooks hooks)
{
    char token[TOKEN_MAX + 1] = "";
    struct tokens_result found = {.ok = true};
    if (settings->code == NULL) {
        found = tokens_find(settings->address.server, token);
    }
    if (!found.ok) {
        (void)fprintf(stderr, "gaslight: %s\n", found.error_text);
        return NULL;
    }
    struct play *play = allocate(loop, settings, hooks);
    if (play == NULL) {
        (void)fprintf(stderr, tr("gaslight: out of memory\n"));
        return NULL;
    }
    play->by_token = token[0] != '\0';
    if (!connect_to_server(play, play->by_token ? token : NULL)) {
        (void)fprintf(stderr, tr("gaslight: out of memory\n"));
        play_free(play);
        return NULL;
    }
    return play;
}

const struct model *play_model(const struct play *play)
{
    return &play->model;
}

static bool changes_game(enum command_kind kind)
{
    return kind == COMMAND_ACT || kind == COMMAND_UNDO || kind == COMMAND_REDO || kind == COMMAND_RESIGN;
}

bool play_acting(const struct play *play)
{
    const struct play_request *request;
    bool acting = play->search_all.active || play_awaits_turn(play);
    LIST_FOREACH (request, &play->requests, entry) {
        acting = acting || (changes_game(request->command.kind) && play_shows(play, request->table));
    }
    return acting;
}

/* The list is newest first, so the first match is the latest request. */
struct play_seat play_expected_seat(const struct play *play)
{
    const struct play_request *request;
    LIST_FOREACH (request, &play->requests, entry) {
        enum command_kind kind = request->command.kind;
        if ((kind == COMMAND_JOIN || kind == COMMAND_PAWNS) && play_shows(play, request->table)) {
            return (struct play_seat){true, request->command.pawns};
        }
    }
    return (struct play_seat){model_my_seat(&play->model) >= 0, model_my_pawns(&play->model)};
}

bool play_busy(const struct play *play)
{
    const struct model *model = &play->model;
    return !play->greeted || play->solo_step != 0 || !LIST_EMPTY(&play->requests) ||
           play->table_switch.answers_command || play->table_switch.startup || play_acting(play) ||
           (model->has_table && model->table.state == MODEL_TABLE_RUNNING && !model->has_view);
}

bool play_clock_left(const struct play *play, unsigned *milliseconds)
{
    const struct model *model = &play->model;
    uint64_t passed = uv_now(play->loop) - play->turn_time;
    if (!model->has_table || !model->has_view || !model->has_clock || model->view.phase == PHASE_OVER) {
        return false;
    }
    if (model->clock.resumes > 0) { /* it stands still; the server sends the turn when it goes on */
        *milliseconds = model->clock_left;
        return true;
    }
    *milliseconds = passed < model->clock_left ? model->clock_left - (unsigned)passed : 0;
    return true;
}

unsigned play_retry_in(const struct play *play)
{
    return connection_retry_in(play->connection);
}
