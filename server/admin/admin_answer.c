/* admin_answer.c: see admin_answer.h. */
#include "server/admin/admin_answer.h"

#include <stdlib.h>
#include <time.h>

void admin_answer_json(struct admin_request *request, json_t *value)
{
    char *text = json_dumps(value, JSON_COMPACT);
    admin_answer(request, text != NULL, text == NULL ? "Out of memory." : text);
    free(text);
    json_decref(value);
}

json_t *admin_moment(int64_t seconds)
{
    char text[32] = "";
    time_t when = (time_t)seconds;
    struct tm parts;
    if (gmtime_r(&when, &parts) != NULL) {
        (void)strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts);
    }
    return json_string(text);
}
