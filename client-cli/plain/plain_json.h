/*
 * plain_json.h: the output of plain mode with --json: one JSON object per line.
 *
 * "on" says what a line is. Pushes of the server are passed on as they came; the reply to watch becomes a line "watch"
 * with the table and the view, followed by its events, chat and turn as if they had been pushed. "reply" answers a
 * command, and "notice" is everything else that plain mode says. docs/terminal.md describes the lines.
 */
#ifndef GASLIGHT_PLAIN_JSON_H
#define GASLIGHT_PLAIN_JSON_H

#include <jansson.h>
#include <stdbool.h>

typedef void plain_json_line(void *context, const char *text);

/* Writes a push, or the reply to watch, which has no "on". */
void plain_json_received(const json_t *message, plain_json_line *line, void *context);

void plain_json_notice(const char *text, plain_json_line *line, void *context);

struct plain_reply {
    const char *command; /* the line that was typed */
    bool ok;
    const char *text;    /* one sentence */
    const json_t *lines; /* what was shown before it; NULL if nothing */
    const char *result;  /* of `await`: "turn", "over" or "timeout"; NULL for other commands */
};

void plain_json_reply(const struct plain_reply *reply, plain_json_line *line, void *context);

#endif
