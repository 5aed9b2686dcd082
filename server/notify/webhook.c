/* webhook.c: see webhook.h. */
#include "server/notify/webhook.h"

#include <jansson.h>
#include <stdio.h>
#include <string.h>

static const char *const names[WEBHOOK_FORMAT_COUNT] = {[WEBHOOK_JSON] = "json",
                                                        [WEBHOOK_DISCORD] = "discord",
                                                        [WEBHOOK_SLACK] = "slack",
                                                        [WEBHOOK_MATRIX] = "matrix",
                                                        [WEBHOOK_NTFY] = "ntfy"};

/* What all formats are made of. */
struct parts {
    const struct notice *notice;
    const char *id;
    char text[NOTICE_TEXT_MAX];
    char url[NOTICE_URL_MAX];
    char line[NOTICE_TEXT_MAX + NOTICE_URL_MAX]; /* the text and the link */
};

const char *webhook_format_name(enum webhook_format format)
{
    return names[format];
}

enum webhook_format webhook_format_from_name(const char *name)
{
    unsigned i = 0;
    while (i < WEBHOOK_FORMAT_COUNT && strcmp(names[i], name) != 0) {
        i++;
    }
    return (enum webhook_format)i;
}

static json_t *write_json(const struct parts *parts)
{
    return json_pack("{s:s,s:s,s:s,s:s,s:s,s:s}", "id", parts->id, "event",
                     notice_kind_name(parts->notice->kind), "table", parts->notice->table, "game",
                     game_name(parts->notice->game), "text", parts->text, "url", parts->url);
}

static json_t *write_discord(const struct parts *parts)
{
    return json_pack("{s:s,s:{s:[]}}", "content", parts->line, "allowed_mentions", "parse");
}

/* Slack's and Matrix' webhooks expect the same. Our texts contain no characters that are special to Slack. */
static json_t *write_text(const struct parts *parts)
{
    return json_pack("{s:s}", "text", parts->line);
}

static json_t *(*const writers[WEBHOOK_FORMAT_COUNT])(const struct parts *parts) = {
    [WEBHOOK_JSON] = write_json,
    [WEBHOOK_DISCORD] = write_discord,
    [WEBHOOK_SLACK] = write_text,
    [WEBHOOK_MATRIX] = write_text,
};

bool webhook_write(struct webhook_message *message, enum webhook_format format, const struct notice *notice,
                   const char *id, enum notice_language language, const char *public_url)
{
    struct parts parts = {.notice = notice, .id = id};
    notice_text(notice, language, parts.text);
    notice_url(notice, public_url, parts.url);
    (void)snprintf(parts.line, sizeof parts.line, "%s %s", parts.text, parts.url);
    *message = (struct webhook_message){.type = "Content-Type: application/json"};
    if (format == WEBHOOK_NTFY) { /* its body is the text */
        message->type = "Content-Type: text/plain; charset=utf-8";
        (void)snprintf(message->click, sizeof message->click, "Click: %s", parts.url);
        message->body = strdup(parts.text);
        return message->body != NULL;
    }
    json_t *json = writers[format](&parts);
    message->body = json == NULL ? NULL : json_dumps(json, JSON_COMPACT);
    json_decref(json);
    return message->body != NULL;
}
