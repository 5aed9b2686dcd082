/*
 * fuzz_record.c: arbitrary bytes as a record.
 *
 * A record is rejected with one sentence, or it is the same after writing and reading it again. It is
 * replayed as far as the rules allow; after every action the game must satisfy its invariants, and what each
 * viewer is sent must be encodable.
 */
#include <string.h>

#include "common/view/view.h"
#include "common/wire/record.h"
#include "common/wire/wire.h"
#include "tests/fuzz/fuzz.h"
#include "tests/support/c/play.h"

enum { TEXT_MAX = 1 << 20, SENT_MAX = 64 << 10 };

static void check_line(const struct record_error *error)
{
    char line[400];
    record_error_line(error, line, sizeof line);
    MUST(line[0] != '\0' && strchr(line, '\n') == NULL);
}

static void check_round_trip(const struct record *record)
{
    static char text[2][TEXT_MAX];
    struct json_writer writer;
    struct record again;
    struct record_error error;
    json_write_begin(&writer, text[0], sizeof text[0]);
    record_write(record, &writer);
    if (!json_write_ok(&writer)) {
        return; /* longer than the buffer */
    }
    MUST(record_read(&again, text[0], writer.length, &error));
    json_write_begin(&writer, text[1], sizeof text[1]);
    record_write(&again, &writer);
    MUST(strcmp(text[0], text[1]) == 0);
    MUST(memcmp(&again.setup, &record->setup, sizeof again.setup) == 0 && again.count == record->count);
    MUST(again.count == 0 ||
         memcmp(again.actions, record->actions, again.count * sizeof *again.actions) == 0);
    record_free(&again);
}

static void send_all(const struct board *board, const struct game *game, const struct events *events,
                     struct viewer viewer)
{
    static char text[SENT_MAX];
    struct json_writer writer;
    struct view view;
    struct viewed_legal legal;
    struct viewed_event event;
    json_write_begin(&writer, text, sizeof text);
    json_write_open(&writer, NULL, '[');
    for (unsigned i = 0; i < events->count; i++) {
        view_event(game, viewer, &events->item[i], &event);
        wire_event(&writer, NULL, &event);
    }
    view_game(game, viewer, &view);
    wire_view(&writer, NULL, &view);
    view_legal(board, game, viewer, &legal);
    wire_legal(&writer, NULL, &legal);
    json_write_close(&writer, ']');
    MUST(json_write_ok(&writer));
}

/* Only the last few actions are shown to every viewer: enough to reach all code, and much faster. */
struct folding {
    const struct board *board;
    size_t left;
};

static void each_step(void *context, const struct game *game, const struct action *action,
                      const struct events *events)
{
    struct folding *folding = context;
    (void)action;
    MUST(game_broken(folding->board, game) == NULL);
    MUST(events->count > 0 && events->count <= EVENTS_MAX);
    if (folding->left-- > 8) {
        return;
    }
    for (unsigned role = VIEWER_PUBLIC; role <= VIEWER_ALL; role++) {
        unsigned seats = role == VIEWER_DETECTIVE ? game->seats : 1;
        for (unsigned seat = 0; seat < seats; seat++) {
            struct viewer viewer = {.role = (uint8_t)role, .pawns = (uint8_t)game_seat_pawns(game, seat)};
            send_all(folding->board, game, events, viewer);
        }
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct record record;
    struct record_error error;
    struct game game;
    struct game verified;
    if (!record_read(&record, (const char *)data, size, &error)) {
        check_line(&error);
        return 0;
    }
    check_round_trip(&record);
    struct folding folding = {play_board(record.setup.game), record.count};
    bool folds = record_fold(&record, folding.board, SIZE_MAX, &game, each_step, &folding, &error);
    if (!folds) {
        check_line(&error);
    }
    bool verifies = record_verify(&record, folding.board, &verified, &error);
    MUST(folds || !verifies);
    if (!verifies) {
        check_line(&error);
    } else {
        MUST(memcmp(&game, &verified, sizeof game) == 0);
    }
    record_free(&record);
    return 0;
}
