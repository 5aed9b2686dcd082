/* model_chat.c: adds chat lines, each once, also after a reconnect. */
#include <stdio.h>
#include <string.h>

#include "client-cli/model/model_internal.h"

struct said {
    long long at;
    char from[MODEL_NAME_MAX + 1], player[MODEL_ID_MAX + 1], to[12], text[2100]; /* 500 characters */
};

static bool read_said(const json_t *json, struct said *said)
{
    said->at = json_integer_value(json_object_get(json, "at")); /* 0 from older servers */
    said->player[0] = '\0';
    return model_read_text(json, "from", said->from, sizeof said->from) &&
           (json_object_get(json, "player") == NULL ||
            model_read_text(json, "player", said->player, sizeof said->player)) &&
           model_read_text(json, "to", said->to, sizeof said->to) &&
           model_read_text(json, "text", said->text, sizeof said->text);
}

static void take_said(struct model *model, const struct said *said)
{
    model_add_line(model, LINE_CHAT, 0, said->to, "%s%s: %s", said->from, model_identity(said->player).text,
                   said->text);
    if (model->lines > 0 && model->line[model->lines - 1].kind == LINE_CHAT) {
        model->line[model->lines - 1].at = said->at;
    }
    model->chats++;
}

bool model_check_chat(const json_t *list)
{
    struct said said;
    bool good = json_is_array(list);
    for (size_t i = 0; good && i < json_array_size(list); i++) {
        good = read_said(json_array_get(list, i), &said);
    }
    return good;
}

static bool is_line(const struct model_line *line, const json_t *json)
{
    struct said said;
    char text[sizeof said.from + sizeof said.text + sizeof(struct identity_mark)];
    if (!read_said(json, &said)) {
        return false;
    }
    (void)snprintf(text, sizeof text, "%s%s: %s", said.from, model_identity(said.player).text, said.text);
    return strcmp(line->to, said.to) == 0 && strcmp(line->text, text) == 0;
}

/*
 * Returns how many of a reply's lines the model already has. That is the number it has counted, if the line at that
 * position is the last one it added. Otherwise the list lost its beginning or has a different audience now, and the
 * line is searched for.
 */
static size_t chat_known(const struct model *model, const json_t *list)
{
    const struct model_line *last = NULL;
    for (size_t i = model->lines; i > 0 && last == NULL; i--) {
        last = model->line[i - 1].kind == LINE_CHAT ? &model->line[i - 1] : NULL;
    }
    if (last == NULL) {
        return 0;
    }
    if (is_line(last, json_array_get(list, model->chats - 1))) {
        return model->chats;
    }
    size_t at = json_array_size(list);
    while (at > 0 && !is_line(last, json_array_get(list, at - 1))) {
        at--;
    }
    return at;
}

void model_update_chat(struct model *model, const json_t *list)
{
    struct said said;
    for (size_t i = chat_known(model, list); i < json_array_size(list); i++) {
        if (read_said(json_array_get(list, i), &said)) {
            take_said(model, &said);
        }
    }
    model->chats = json_array_size(list);
}

bool model_push_chat(struct model *model, const json_t *message)
{
    struct said said;
    if (!read_said(message, &said)) {
        return false;
    }
    take_said(model, &said);
    return true;
}
