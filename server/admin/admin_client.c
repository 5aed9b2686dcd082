/*
 * admin_client.c: `gaslightd admin`: sends one command to the server that runs on a data directory.
 *
 * The answer is printed as a table or a list. It may contain names chosen by players, so control characters
 * are replaced before printing.
 */
#include <errno.h>
#include <jansson.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include "common/base/array.h"
#include "common/base/utf8.h"
#include "server/admin/admin.h"
#include "server/admin/admin_socket.h"
#include "server/store/sqlite/offline_backup.h"

enum { ANSWER_BYTES_MAX = 64 << 20, COLUMNS_MAX = 16, CELL_BYTES = 256, ERROR_BYTES = 512 };

struct command {
    const char *verb;
    const char *words;
    const char *argument;
    int seconds;
    const char *help;
};

static const struct command commands[] = {
#define ADMIN_COMMAND(verb, words, argument, seconds, help) {verb, words, argument, seconds, help},
    ADMIN_TABLE(ADMIN_COMMAND)
#undef ADMIN_COMMAND
};

enum { COMMANDS = COUNT(commands) };

/* ---- Printing -------------------------------------------------------------------------------------- */

/* Writes a value as the text of a cell: truncated, with a ? for each control character. */
static void make_cell(const json_t *value, char cell[CELL_BYTES])
{
    char *dumped = NULL;
    const char *text = json_string_value(value);
    if (text == NULL && !json_is_null(value) && value != NULL) {
        dumped = json_dumps(value, JSON_ENCODE_ANY | JSON_COMPACT);
        text = dumped;
    }
    size_t length = 0;
    size_t bytes;
    for (const char *at = text != NULL ? text : "-"; *at != '\0'; at += bytes) {
        bool control = utf8_is_control(utf8_decode(at, &bytes));
        size_t needed = control ? 1 : bytes;
        if (length + needed >= CELL_BYTES) {
            break;
        }
        memcpy(cell + length, control ? "?" : at, needed);
        length += needed;
    }
    cell[length] = '\0';
    free(dumped);
}

static void print_cell(const char *cell, size_t width, bool last)
{
    (void)printf("%s", cell);
    for (size_t i = utf8_count(cell); i < width + 2 && !last; i++) {
        (void)putchar(' ');
    }
    if (last) {
        (void)putchar('\n');
    }
}

/* Prints an array of objects, with the keys of the first as column headings. */
static void print_table(const json_t *rows)
{
    const char *keys[COLUMNS_MAX];
    size_t widths[COLUMNS_MAX];
    size_t columns = 0;
    char cell[CELL_BYTES];
    json_t *first = json_array_get(rows, 0);
    for (void *at = json_object_iter(first); at != NULL && columns < COLUMNS_MAX;
         at = json_object_iter_next(first, at)) {
        keys[columns] = json_object_iter_key(at);
        widths[columns] = strlen(keys[columns]);
        columns++;
    }
    for (size_t row = 0; row < json_array_size(rows); row++) {
        for (size_t i = 0; i < columns; i++) {
            make_cell(json_object_get(json_array_get(rows, row), keys[i]), cell);
            widths[i] = utf8_count(cell) > widths[i] ? utf8_count(cell) : widths[i];
        }
    }
    for (size_t i = 0; i < columns; i++) {
        print_cell(keys[i], widths[i], i + 1 == columns);
    }
    for (size_t row = 0; row < json_array_size(rows); row++) {
        for (size_t i = 0; i < columns; i++) {
            make_cell(json_object_get(json_array_get(rows, row), keys[i]), cell);
            print_cell(cell, widths[i], i + 1 == columns);
        }
    }
}

static void print_list(json_t *object)
{
    char cell[CELL_BYTES];
    size_t width = 0;
    for (void *at = json_object_iter(object); at != NULL; at = json_object_iter_next(object, at)) {
        size_t length = strlen(json_object_iter_key(at));
        width = length > width ? length : width;
    }
    for (void *at = json_object_iter(object); at != NULL; at = json_object_iter_next(object, at)) {
        make_cell(json_object_iter_value(at), cell);
        print_cell(json_object_iter_key(at), width, false);
        print_cell(cell, 0, true);
    }
}

static void print_answer(json_t *value)
{
    char cell[CELL_BYTES];
    if (json_is_array(value) && json_array_size(value) == 0) {
        (void)printf("none\n");
    } else if (json_is_array(value) && json_is_object(json_array_get(value, 0))) {
        print_table(value);
    } else if (json_is_object(value) && json_object_size(value) == 0) {
        (void)printf("done\n");
    } else if (json_is_object(value)) {
        print_list(value);
    } else {
        make_cell(value, cell);
        (void)printf("%s\n", cell);
    }
}

static int print_error(const char *sentence)
{
    (void)fprintf(stderr, "gaslightd: %s\n", sentence);
    return ADMIN_FAILED;
}

/* ---- Talking to the server ------------------------------------------------------------------------- */

static bool send_all(int descriptor, const char *text, size_t length)
{
    while (length > 0) {
        ssize_t sent = send(descriptor, text, length, MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR) {
            continue;
        }
        if (sent <= 0) {
            return false;
        }
        text += sent;
        length -= (size_t)sent;
    }
    return true;
}

static bool send_command(int descriptor, const char *verb, const char *argument)
{
    json_t *message = argument != NULL ? json_pack("{s:s,s:s}", "verb", verb, "argument", argument)
                                       : json_pack("{s:s}", "verb", verb);
    char *line = message != NULL ? json_dumps(message, JSON_COMPACT) : NULL;
    bool good = line != NULL && send_all(descriptor, line, strlen(line)) && send_all(descriptor, "\n", 1);
    free(line);
    json_decref(message);
    return good;
}

/* Reads until the server closes the connection. Returns NULL if nothing, too much or no JSON arrives in time. */
static json_t *receive_answer(int descriptor)
{
    char *text = NULL;
    size_t length = 0;
    size_t capacity = 0;
    json_t *answer = NULL;
    for (;;) {
        if (length == capacity) {
            size_t wanted = capacity == 0 ? 4096 : capacity * 2;
            char *more = wanted <= ANSWER_BYTES_MAX ? realloc(text, wanted) : NULL;
            if (more == NULL) {
                goto done;
            }
            text = more;
            capacity = wanted;
        }
        ssize_t count = recv(descriptor, text + length, capacity - length, 0);
        if (count < 0 && errno == EINTR) {
            continue;
        }
        if (count < 0) {
            goto done;
        }
        if (count == 0) {
            break;
        }
        length += (size_t)count;
    }
    answer = json_loadb(text, length, 0, NULL);
done:
    free(text);
    return answer;
}

/* Sends a command to a connected server and prints the answer. */
static int send_and_print(int descriptor, const struct command *command, const char *argument)
{
    int code = ADMIN_FAILED;
    const struct timeval timeout = {.tv_sec = command->seconds};
    (void)setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &timeout, sizeof timeout);
    json_t *answer = send_command(descriptor, command->verb, argument) ? receive_answer(descriptor) : NULL;
    json_t *ok = json_object_get(answer, "ok");
    if (ok != NULL) {
        print_answer(ok);
        code = ADMIN_DONE;
    } else if (json_is_string(json_object_get(answer, "error"))) {
        char cell[CELL_BYTES];
        make_cell(json_object_get(answer, "error"), cell);
        (void)print_error(cell);
    } else {
        (void)print_error("The server did not answer.");
    }
    json_decref(answer);
    return code;
}

/* Makes a path absolute, because the server's working directory is a different one. */
static bool make_absolute(const char *file, char *path, size_t capacity)
{
    char here[PATH_MAX];
    if (file[0] == '/') {
        return (size_t)snprintf(path, capacity, "%s", file) < capacity;
    }
    return getcwd(here, sizeof here) != NULL &&
           (size_t)snprintf(path, capacity, "%s/%s", here, file) < capacity;
}

/* Returns -1 on failure; `running` is then false if the directory exists but no server runs on it. */
static int connect_to(const char *directory, bool *running, char *error, size_t capacity)
{
    struct admin_path path;
    *running = true;
    if (!admin_path_open(&path, directory, error, capacity)) {
        return -1;
    }
    int descriptor = admin_connect(&path);
    if (descriptor < 0) {
        *running = errno != ENOENT && errno != ECONNREFUSED;
        (void)snprintf(error, capacity,
                       *running ? "%.300s/admin.sock: %s." : "No server is running on %.300s.", directory,
                       strerror(errno));
    }
    admin_path_close(&path);
    return descriptor;
}

static int run_command(const char *directory, const struct command *command, const char *argument)
{
    char error[ERROR_BYTES];
    char path[PATH_MAX];
    bool running = false;
    if (argument != NULL && strcmp(command->verb, "backup") == 0) {
        if (!make_absolute(argument, path, sizeof path)) {
            return print_error("The file name is too long.");
        }
        argument = path;
    }
    int descriptor = connect_to(directory, &running, error, sizeof error);
    if (descriptor < 0) {
        return print_error(error);
    }
    int code = send_and_print(descriptor, command, argument);
    (void)close(descriptor);
    return code;
}

/* ---- Command line ---------------------------------------------------------------------------------- */

static void print_usage(void)
{
    (void)printf("usage: gaslightd admin [--data DIR] COMMAND\n");
    for (size_t i = 0; i < COMMANDS; i++) {
        char words[64];
        (void)snprintf(words, sizeof words, "%s%s%s", commands[i].words,
                       commands[i].argument != NULL ? " " : "",
                       commands[i].argument != NULL ? commands[i].argument : "");
        (void)printf("  %-26s %s\n", words, commands[i].help);
    }
}

/* Prints one line about an unknown or incomplete command. */
static void print_usage_error(int argc, char **argv)
{
    (void)fprintf(stderr, "gaslightd: %s", argc == 0 ? "admin needs a command; " : "");
    for (int i = 0; i < argc; i++) {
        (void)fprintf(stderr, "%s%.60s%s", i == 0 ? "\"" : " ", argv[i],
                      i == argc - 1 ? "\" is not a complete command; " : "");
    }
    (void)fprintf(stderr, "see gaslightd admin help\n");
}

/* Returns how many words of the command line name this command; 0 if they do not. */
static int words_of(const struct command *command, int argc, char **argv)
{
    const char *rest = command->words;
    for (int i = 0; i < argc; i++) {
        size_t length = strcspn(rest, " ");
        if (strlen(argv[i]) != length || memcmp(argv[i], rest, length) != 0) {
            return 0;
        }
        rest += length;
        if (*rest == '\0') {
            return i + 1;
        }
        rest++;
    }
    return 0;
}

/* Returns whether a word can be an argument; a misspelled option can't. */
static bool is_argument(const char *word)
{
    return word[0] != '\0' && word[0] != '-';
}

int admin_client(const char *directory, int argc, char **argv)
{
    if (argc == 1 && strcmp(argv[0], "help") == 0) {
        print_usage();
        return ADMIN_DONE;
    }
    for (size_t i = 0; i < COMMANDS; i++) {
        int count = words_of(&commands[i], argc, argv);
        int wanted = count + (commands[i].argument != NULL ? 1 : 0);
        if (count > 0 && argc == wanted && (wanted == count || is_argument(argv[count]))) {
            return run_command(directory, &commands[i], wanted > count ? argv[count] : NULL);
        }
    }
    print_usage_error(argc, argv);
    return ADMIN_MISUSED;
}

int admin_backup(const char *directory, const char *file)
{
    char error[ERROR_BYTES];
    bool running = false;
    int descriptor = connect_to(directory, &running, error, sizeof error);
    if (descriptor >= 0) {
        (void)close(descriptor);
        char word[] = "backup";
        char path[PATH_MAX];
        char *words[] = {word, path};
        return make_absolute(file, path, sizeof path) ? admin_client(directory, 2, words)
                                                      : print_error("The file name is too long.");
    }
    if (running || !offline_backup_copy(directory, file, error, sizeof error)) {
        return print_error(error);
    }
    (void)printf("%s\n", file);
    return ADMIN_DONE;
}
