/* timeline_deduce.c: see timeline_deduce.h. */
#include "client-cli/model/timeline_deduce.h"

#include <stdlib.h>

#include "common/wire/wire_deduction.h"

/* Once a game is over everything is known, so deduction uses the step before. */
static size_t last_open_step(const struct timeline *timeline, size_t step)
{
    bool over = timeline_finished(timeline) && step + 1 == timeline_steps(timeline);
    return over && step > 0 ? step - 1 : step;
}

bool timeline_deduce(const struct timeline *timeline, const struct board *board, size_t step, unsigned circle,
                     struct deduction *deduction)
{
    struct dossier dossier;
    struct view view;
    struct json_writer writer;
    char *text = malloc(WIRE_DEDUCTION_BYTES);
    if (text == NULL) {
        return false;
    }
    size_t at = last_open_step(timeline, step);
    uint32_t seq = timeline_dossier(timeline, at, &dossier);
    timeline_view(timeline, at, (struct viewer){.role = VIEWER_PUBLIC}, &view);
    json_write_begin(&writer, text, WIRE_DEDUCTION_BYTES);
    wire_deduction(&writer, NULL,
                   &(struct wire_deduction){.board = board,
                                            .dossier = &dossier,
                                            .public_view = &view,
                                            .seq = seq,
                                            .aids = WIRE_FULL,
                                            .circle = circle});
    json_t *json = json_write_ok(&writer) ? json_loadb(text, writer.length, 0, NULL) : NULL;
    bool good = json != NULL && deduction_read(deduction, board, json);
    deduction->circle = circle;
    deduction->turn_seq = seq;
    json_decref(json);
    free(text);
    return good;
}
