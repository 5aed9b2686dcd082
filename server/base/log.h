/*
 * log.h: the server's log: one line per event, with time, level, event name and `key=value` pairs.
 *
 * Never log secrets: no tokens, invites, actions or chat messages. Players and tables appear by id only.
 */
#ifndef GASLIGHT_LOG_H
#define GASLIGHT_LOG_H

#include <stdbool.h>
#include <stddef.h>

enum log_level { LOG_DEBUG, LOG_INFO, LOG_WARNING, LOG_ERROR };

/* Opens the log; "" means standard error. On failure returns false, and `error` holds one sentence. */
bool log_open(const char *file, enum log_level level, char *error, size_t capacity);
bool log_reopen(void); /* on SIGHUP, after the file was rotated */
void log_close(void);

/*
 * Writes a line: log_line(LOG_INFO, "table_started", "table=%s players=%u", ...). Pass values that come from
 * outside through log_quote(), which copies the text to `buffer`, in quotes if necessary, and returns it.
 */
void log_line(enum log_level level, const char *event, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
const char *log_quote(const char *text, char *buffer, size_t capacity);

bool log_level_from_name(const char *name, enum log_level *level);

#endif
