/*
 * log.h: one line an event, `key=value` after a time and a level. No secrets: not a token, not an
 * invite, not an action, not a chat line; players and tables by id only.
 */
#ifndef GASLIGHT_LOG_H
#define GASLIGHT_LOG_H

#include <stdbool.h>
#include <stddef.h>

enum log_level { LOG_DEBUG, LOG_INFO, LOG_WARNING, LOG_ERROR };

/* `file` "" is standard error. False: `error` has one sentence. */
bool log_open(const char *file, enum log_level level, char *error, size_t capacity);
bool log_reopen(void); /* SIGHUP: after the file was moved away */
void log_close(void);

/* log_line(LOG_INFO, "table_started", "table=%s players=%u", ...): the format makes the key=value part.
 * Values that come from outside go through log_quote(). */
void log_line(enum log_level level, const char *event, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
const char *log_quote(const char *text, char *buffer, size_t capacity);

bool log_level_from_name(const char *name, enum log_level *level);

#endif
