/*
 * picture.c: see picture.h.
 *
 * The record comes from the store, where only finished games have one, and is drawn on a thread of libuv's pool.
 */
#include "server/verbs/picture.h"

#include <stdlib.h>
#include <string.h>

#include "common/picture/picture.h"
#include "server/jobs/jobs.h"
#include "server/table/lobby_json.h"

struct drawing {
    struct job job;
    struct dispatch *dispatch;
    struct http_request *request; /* not used by the thread */
    char *text;                   /* the record */
    struct buffer svg;
    bool good;
};

static void draw(struct job *job)
{
    struct drawing *drawing = (struct drawing *)job;
    struct record record;
    struct record_error error;
    if (record_read_stored(&record, drawing->text, strlen(drawing->text), &error)) {
        drawing->good = picture_write(&record, drawing->dispatch->tables->board[record.setup.game],
                                      &drawing->svg, &error);
        record_free(&record);
    }
}

static bool is_wanted(struct job *job)
{
    return transport_request_address(((const struct drawing *)job)->request)[0] != '\0';
}

static void free_drawing(struct drawing *drawing)
{
    buffer_free(&drawing->svg);
    free(drawing->text);
    free(drawing);
}

static void drawn(struct job *job, bool ran)
{
    struct drawing *drawing = (struct drawing *)job;
    transport_answer_picture(drawing->request, ran && drawing->good ? 200 : 503, drawing->svg.text,
                             drawing->svg.length);
    free_drawing(drawing);
}

/* Returns whether somebody without a token or an invite may see the game that was found. */
static bool is_open(const struct store_row *row)
{
    struct lobby *lobby = malloc(sizeof *lobby);
    bool open = lobby != NULL && row->text[0] != NULL && row->text[1] != NULL &&
                lobby_from_json(lobby, row->text[0]) && (!lobby->is_private || lobby->shared);
    free(lobby);
    return open;
}

static void fetched(struct store_request *found)
{
    struct drawing *drawing = found->context;
    int refused = found->status == STORE_REFUSED                          ? 503
                  : found->status != STORE_OK || !is_open(&found->row[0]) ? 404
                                                                          : 0;
    if (refused == 0) {
        drawing->text = strdup(found->row[0].text[1]);
        refused = drawing->text == NULL ? 503 : 0;
    }
    store_request_free(found);
    if (refused != 0) {
        transport_answer_picture(drawing->request, refused, NULL, 0);
        free_drawing(drawing);
        return;
    }
    address_network(transport_request_address(drawing->request), drawing->job.owner_key);
    drawing->job.kind = JOB_REQUEST;
    drawing->job.begin = is_wanted;
    drawing->job.run = draw;
    drawing->job.done = drawn;
    job_submit(drawing->dispatch->jobs, &drawing->job);
}

void picture_serve(struct dispatch *dispatch, struct http_request *request, const char *table)
{
    struct drawing *drawing = calloc(1, sizeof *drawing);
    if (drawing == NULL) {
        transport_answer_picture(request, 503, NULL, 0);
        return;
    }
    drawing->dispatch = dispatch;
    drawing->request = request;
    struct store_request *found = store_request_new(fetched, drawing);
    store_request_add(found, STORE_RECORD_OF, (const char *[]){table}, 1, NULL, 0);
    store_submit(dispatch->store, found);
}
