/*
 * log.c: the log, one write(2) per line.
 *
 * A line is formatted on the caller's stack and written whole, so lines of the loop and of the store's thread
 * never mix and nothing is left in a buffer when the program dies. Logging never blocks: if a pipe is full, the
 * line is dropped and counted, and the next line that gets through is preceded by the number of dropped lines.
 */
#include "server/base/log.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "common/base/array.h"

/* A line is shorter than PIPE_BUF, so a pipe that poll() reports as writable takes all of it. */
enum { LINE_MAX_BYTES = 2048, PATH_MAX_BYTES = 1024, STAMP_BYTES = 32 };

static const char *const level_names[] = {
    [LOG_DEBUG] = "debug", [LOG_INFO] = "info", [LOG_WARNING] = "warning", [LOG_ERROR] = "error"};

/* The lock guards the descriptor and the count, not the level. */
static struct {
    pthread_mutex_t lock;
    int descriptor;
    unsigned long dropped;
    atomic_int level;
    char file[PATH_MAX_BYTES];
} log_state = {.lock = PTHREAD_MUTEX_INITIALIZER, .descriptor = STDERR_FILENO, .level = LOG_INFO};

static int open_file(const char *file)
{
    return open(file, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOCTTY, 0600);
}

/* Switches to a descriptor and closes the previous one unless it is standard error. */
static void use_descriptor(int descriptor)
{
    pthread_mutex_lock(&log_state.lock);
    int before = log_state.descriptor;
    log_state.descriptor = descriptor;
    pthread_mutex_unlock(&log_state.lock);
    if (before != STDERR_FILENO && before != descriptor) {
        (void)close(before);
    }
}

bool log_open(const char *file, enum log_level level, char *error, size_t capacity)
{
    int descriptor = STDERR_FILENO;
    if (strlen(file) >= sizeof log_state.file) {
        (void)snprintf(error, capacity, "The name of the log file is too long.");
        return false;
    }
    if (file[0] != '\0') {
        descriptor = open_file(file);
        if (descriptor < 0) {
            (void)snprintf(error, capacity, "Cannot open the log file %.300s: %s.", file, strerror(errno));
            return false;
        }
    }
    memcpy(log_state.file, file, strlen(file) + 1);
    atomic_store(&log_state.level, (int)level);
    use_descriptor(descriptor);
    return true;
}

bool log_reopen(void)
{
    if (log_state.file[0] == '\0') {
        return true;
    }
    int descriptor = open_file(log_state.file);
    if (descriptor < 0) {
        log_line(LOG_ERROR, "log_reopen_failed", "error=%d", errno);
        return false;
    }
    use_descriptor(descriptor);
    return true;
}

void log_close(void)
{
    log_state.file[0] = '\0';
    use_descriptor(STDERR_FILENO);
}

static void stamp(char text[STAMP_BYTES])
{
    struct timespec now = {0};
    struct tm parts = {0};
    (void)clock_gettime(CLOCK_REALTIME, &now);
    (void)gmtime_r(&now.tv_sec, &parts);
    size_t length = strftime(text, STAMP_BYTES, "%Y-%m-%dT%H:%M:%S", &parts);
    (void)snprintf(text + length, STAMP_BYTES - length, ".%03dZ", (int)(now.tv_nsec / 1000000));
}

/* Returns false if the line was not written, for example because a pipe is full. */
static bool write_whole(const char *line, size_t length)
{
    struct pollfd ready = {.fd = log_state.descriptor, .events = POLLOUT};
    if (poll(&ready, 1, 0) != 1 || (ready.revents & POLLOUT) == 0) {
        return false;
    }
    ssize_t written = 0;
    do {
        written = write(log_state.descriptor, line, length);
    } while (written < 0 && errno == EINTR);
    return written == (ssize_t)length;
}

static void write_line(const char *line, size_t length)
{
    pthread_mutex_lock(&log_state.lock);
    if (log_state.dropped > 0) {
        char notice[128];
        char when[STAMP_BYTES];
        stamp(when);
        int size =
            snprintf(notice, sizeof notice, "%s warning log_dropped lines=%lu\n", when, log_state.dropped);
        if (write_whole(notice, (size_t)size)) {
            log_state.dropped = 0;
        }
    }
    if (log_state.dropped > 0 || !write_whole(line, length)) {
        log_state.dropped++;
    }
    pthread_mutex_unlock(&log_state.lock);
}

void log_line(enum log_level level, const char *event, const char *format, ...)
{
    char line[LINE_MAX_BYTES];
    char when[STAMP_BYTES];
    if ((int)level < atomic_load(&log_state.level)) {
        return;
    }
    stamp(when);
    size_t room = sizeof line - 1; /* for the line break */
    size_t length = (size_t)snprintf(line, room, "%s %s %.100s", when, level_names[level], event);
    if (format[0] != '\0') {
        va_list arguments;
        va_start(arguments, format);
        line[length++] = ' ';
        int more = vsnprintf(line + length, room - length, format, arguments);
        va_end(arguments);
        size_t wanted = more > 0 ? (size_t)more : 0;
        length = wanted < room - length ? length + wanted : room - 1;
    }
    /* Even a value that was not quoted must not be able to start a new line. */
    for (size_t i = 0; i < length; i++) {
        if ((unsigned char)line[i] < ' ' || line[i] == 0x7f) {
            line[i] = '?';
        }
    }
    while (line[length - 1] == ' ') {
        length--;
    }
    line[length++] = '\n';
    write_line(line, length);
}

static bool is_plain(const char *text)
{
    static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._:/@+-";
    return text[0] != '\0' && strspn(text, plain) == strlen(text);
}

const char *log_quote(const char *text, char *buffer, size_t capacity)
{
    static const char hex[] = "0123456789abcdef";
    size_t length = 0;
    if (capacity < 3) {
        return "\"\"";
    }
    if (is_plain(text) && strlen(text) < capacity) {
        memcpy(buffer, text, strlen(text) + 1);
        return buffer;
    }
    buffer[length++] = '"';
    for (; *text != '\0'; text++) {
        unsigned char byte = (unsigned char)*text;
        char piece[4] = {(char)byte};
        size_t size = 1;
        if (byte == '"' || byte == '\\') {
            piece[0] = '\\', piece[1] = (char)byte;
            size = 2;
        } else if (byte < ' ' || byte >= 0x7f) {
            piece[0] = '\\', piece[1] = 'x', piece[2] = hex[byte >> 4], piece[3] = hex[byte & 15];
            size = 4;
        }
        if (length + size + 2 > capacity) {
            break;
        }
        memcpy(buffer + length, piece, size);
        length += size;
    }
    buffer[length++] = '"';
    buffer[length] = '\0';
    return buffer;
}

bool log_level_from_name(const char *name, enum log_level *level)
{
    for (size_t i = 0; i < COUNT(level_names); i++) {
        if (strcmp(level_names[i], name) == 0) {
            *level = (enum log_level)i;
            return true;
        }
    }
    return false;
}
