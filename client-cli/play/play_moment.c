/* play_moment.c: fetches an earlier moment of the game at the table shown, as everyone could see it. */
#include <string.h>

#include "client-cli/language/language.h"
#include "client-cli/play/play_internal.h"
#include "common/wire/wire_read.h"

static void moment_received(struct play_request *request, const json_t *ok)
{
    struct view view = {0};
    const json_t *step = json_array_get(json_object_get(ok, "steps"), 0);
    const json_t *total = json_object_get(ok, "total");
    bool good = json_is_integer(total) && json_integer_value(total) >= 0 &&
                (step == NULL || wire_read_view(json_object_get(step, "view"), &view));
    if (good) {
        request->moment_done(request->context, (size_t)json_integer_value(total), step != NULL ? &view : NULL,
                             NULL);
    } else {
        request->moment_done(request->context, 0, NULL, tr("The server sent an invalid reply."));
    }
}

static void moment_failed(struct play_request *request, const char *code, const char *text)
{
    (void)code;
    request->moment_done(request->context, 0, NULL, text);
}

void play_fetch_moment(struct play *play, size_t step, play_moment_done *done, void *context)
{
    json_t *keys = json_pack("{s:s,s:s,s:I,s:i}", "table", play->model.table.id, "as", "public", "from",
                             (json_int_t)step, "count", 1);
    if (keys != NULL && play->invite[0] != '\0') {
        (void)json_object_set_new(keys, "invite", json_string(play->invite));
    }
    struct play_request *request = play_send_request_here(play, "replay", keys, false, NULL, moment_received);
    if (request != NULL) {
        request->quiet = true;
        request->failed = moment_failed;
        request->moment_done = done;
        request->context = context;
    }
}
