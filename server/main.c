/* main.c: the program gaslightd: its command line and its signals. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include "common/base/version.h"
#include "server/admin/admin.h"
#include "server/admin/data_check.h"
#include "server/admin/data_copy.h"
#include "server/admin/salvage.h"
#include "server/base/log.h"
#include "server/server.h"
#include "server/store/store.h"

enum { SIGNALS = 3 };

struct program {
    struct server *server;
    uv_signal_t signals[SIGNALS]; /* SIGTERM, SIGINT, SIGHUP */
};

static void on_stop(uv_signal_t *handle, int number)
{
    struct program *program = handle->data;
    log_line(LOG_INFO, "stopping", "signal=%d", number);
    server_stop(program->server);
    /* The handlers stay, so that a second signal does not kill the server half-way; the loop does not wait for them. */
    for (int i = 0; i < SIGNALS; i++) {
        uv_unref((uv_handle_t *)&program->signals[i]);
    }
}

static void on_hangup(uv_signal_t *handle, int number)
{
    (void)handle;
    (void)number;
    if (!log_reopen()) {
        log_line(LOG_ERROR, "log_not_reopened", " ");
    }
}

/* The contents of the database, Jack's secrets among them, must not end up in a core file. */
static void forbid_core_dumps(void)
{
    struct rlimit none = {0, 0};
    (void)setrlimit(RLIMIT_CORE, &none);
    umask(077);
}

static void print_addresses(const struct options *options, const struct server *server)
{
    char host[256];
    unsigned port = 0;
    const char *secure = options->tls_cert[0] != '\0' ? "s" : "";
    options_split_address(options->listen, host, sizeof host, &port);
    bool everywhere = strcmp(host, "0.0.0.0") == 0 || strcmp(host, "::") == 0;
    const char *name = everywhere ? "THIS-MACHINE" : host;
    bool colon = strchr(name, ':') != NULL;
    char where[300];
    snprintf(where, sizeof where, "http%s://%s%s%s:%u/", secure, colon ? "[" : "", name, colon ? "]" : "",
             server_port(server));
    printf("gaslightd " GASLIGHT_VERSION " listens on %s, port %u; %zu table%s in %s.\n"
           "  in a browser:   %s\n"
           "  in a terminal:  gaslight play %s   (after make: build/gaslight)\n"
           "Stop it with Ctrl-C.\n",
           host, server_port(server), server_tables(server), server_tables(server) == 1 ? "" : "s",
           options->store[0] == '\0' ? options->data : "PostgreSQL", where, where);
    (void)fflush(stdout);
}

static int serve(const struct options *options)
{
    char error[400];
    enum log_level level = LOG_INFO;
    uv_loop_t loop;
    struct program program;
    static const int numbers[SIGNALS] = {SIGTERM, SIGINT, SIGHUP};
    forbid_core_dumps();
    (void)signal(SIGPIPE, SIG_IGN);
    if (!log_level_from_name(options->log_level, &level) ||
        !log_open(options->log, level, error, sizeof error)) {
        (void)fprintf(stderr, "gaslightd: %s\n", error);
        return 2;
    }
    uv_loop_init(&loop);
    program.server = server_new(&loop, options, options->store[0] == '\0' ? &store_sqlite : &store_postgres);
    if (program.server == NULL) {
        return EXIT_FAILURE;
    }
    bool open = server_open(program.server, error, sizeof error);
    if (open) {
        for (int i = 0; i < SIGNALS; i++) {
            uv_signal_init(&loop, &program.signals[i]);
            program.signals[i].data = &program;
            uv_signal_start(&program.signals[i], numbers[i] == SIGHUP ? on_hangup : on_stop, numbers[i]);
        }
        print_addresses(options, program.server);
        log_line(LOG_INFO, "started", "port=%u tables=%zu", server_port(program.server),
                 server_tables(program.server));
    } else {
        (void)fprintf(stderr, "gaslightd: %s\n", error);
        server_stop(program.server);
    }
    uv_run(&loop, UV_RUN_DEFAULT);
    for (int i = 0; open && i < SIGNALS; i++) {
        uv_close((uv_handle_t *)&program.signals[i], NULL);
    }
    uv_run(&loop, UV_RUN_DEFAULT);
    server_free(program.server);
    uv_loop_close(&loop);
    log_close();
    return open ? EXIT_SUCCESS : EXIT_FAILURE;
}

int main(int argc, char **argv)
{
    static struct options options;
    struct command_line what;
    char error[400];
    if (!options_parse(&options, argc, argv, &what, error, sizeof error)) {
        (void)fprintf(stderr, "gaslightd: %s\n", error);
        return 2;
    }
    switch (what.mode) {
    case COMMAND_HELP:
        options_print_help();
        return 0;
    case COMMAND_VERSION:
        printf("gaslightd " GASLIGHT_VERSION "\n");
        return 0;
    case COMMAND_OPTIONS_MARKDOWN:
        options_print_markdown();
        return 0;
    case COMMAND_CHECK:
        return data_check(what.argument, stdout) ? 0 : 1;
    case COMMAND_BACKUP:
        return admin_backup(options.data, what.argument);
    case COMMAND_SALVAGE:
        if (!salvage_table(options.data, what.argument, what.second, error, sizeof error)) {
            (void)fprintf(stderr, "gaslightd: %s\n", error);
            return EXIT_FAILURE;
        }
        return 0;
    case COMMAND_COPY:
        if (!row_source_is_url(what.second)) {
            (void)fprintf(stderr, "gaslightd: --copy: \"%.200s\" is not the URL of a PostgreSQL database.\n",
                          what.second);
            return 2;
        }
        (void)log_open("", LOG_WARNING, error, sizeof error); /* its output is not a log */
        return data_copy(what.argument, what.second, stdout) ? 0 : 1;
    case COMMAND_ADMIN:
        return admin_client(options.data, argc - what.rest_index, argv + what.rest_index);
    case COMMAND_SERVE:
        break;
    }
    return serve(&options);
}
