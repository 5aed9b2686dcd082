/* record_deduce.c: see record_deduce.h. Based only on public information. */
#include "client-cli/commands/record_deduce.h"

#include <assert.h>

#include "client-cli/util/output.h"
#include "common/wire/wire_deduction.h"

/* The public information so far. */
struct told {
    struct dossier dossier;
    uint32_t seq;
};

static void follow(void *context, const struct game *game, const struct action *action,
                   const struct events *events)
{
    struct told *told = context;
    (void)action;
    dossier_follow(&told->dossier, game, events);
    told->seq += events->count;
}

static void print_deduction(const struct board *board, const struct game *game, const struct told *told)
{
    static char text[WIRE_DEDUCTION_BYTES];
    struct json_writer writer;
    struct view view;
    view_game(game, (struct viewer){.role = VIEWER_PUBLIC}, &view);
    json_write_begin(&writer, text, sizeof text);
    wire_deduction(&writer, NULL,
                   &(struct wire_deduction){.board = board,
                                            .dossier = &told->dossier,
                                            .public_view = &view,
                                            .seq = told->seq,
                                            .aids = WIRE_FULL});
    assert(json_write_ok(&writer));
    output_line(writer.text, writer.length);
}

bool record_deduce(const struct record *record, const struct board *board, size_t at,
                   struct record_error *error)
{
    struct told told = {.seq = 0};
    struct game game;
    dossier_begin(&told.dossier, record->setup.game, record->setup.options);
    if (!record_fold(record, board, at, &game, follow, &told, error)) {
        return false;
    }
    print_deduction(board, &game, &told);
    return true;
}
