/* admin_nodes.c: see admin_nodes.h. */
#include "server/admin/admin_nodes.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/base/array.h"
#include "server/admin/admin_answer.h"
#include "server/admin/admin_commands.h"
#include "server/base/log.h"
#include "server/cluster/shared.h"
#include "server/verbs/dispatch.h"

enum {
    SOON = 20000,
    LATER = 290000
}; /* milliseconds that other nodes may take; the client waits a bit longer */

static const char no_answer[] = "no answer";
static const char node_figures[] = "node"; /* the command that `nodes` runs everywhere */

/* A command that runs at all nodes: this one first, then the others. */
struct gathering {
    struct dispatch *dispatch;
    struct admin_request *request; /* the operator's; has the verb and the argument */
    const char *verb, *argument;
    const struct everywhere *command;
    bool ok;    /* of this node */
    char *here; /* what this node answered */
};

/* One answer made of many: a new JSON value, or NULL and a sentence. */
struct merged {
    json_t *value;
    char error[512];
};

/* The commands that run everywhere, and how their answers become one. */
struct everywhere {
    const char *verb;
    unsigned milliseconds;
    struct merged (*merge)(const struct gathering *gathering, const struct answers *answers);
};

/* ---- making one answer of many ---- */

/* Adds rows with the name of their node. A single object is a row. */
static void add_rows(json_t *list, const char *node, const json_t *value)
{
    size_t count = json_is_array(value) ? json_array_size(value) : 1;
    for (size_t i = 0; i < count; i++) {
        json_t *row = json_pack("{s:s}", "node", node);
        (void)json_object_update(row, json_is_array(value) ? json_array_get(value, i) : (json_t *)value);
        (void)json_array_append_new(list, row);
    }
}

/* Lists the rows of all nodes. A node that has not answered has a row that says so. */
static struct merged merge_rows(const struct gathering *gathering, const struct answers *answers)
{
    json_t *list = json_array();
    json_t *here = json_loads(gathering->here, 0, NULL);
    add_rows(list, cluster_node_name(gathering->dispatch->elsewhere.cluster), here);
    json_decref(here);
    for (size_t i = 0; i < answers->count; i++) {
        const struct answer *answer = &answers->answer[i];
        bool good = answer->is_here && answer->status != 0;
        json_t *value =
            good ? json_loads(answer->text, 0, NULL)
                 : json_pack("{s:s}", strcmp(gathering->verb, "stats") == 0 ? "connections" : "table",
                             answer->is_here ? answer->text : no_answer);
        if (value != NULL) {
            add_rows(list, answer->name, value);
        }
        json_decref(value);
    }
    return (struct merged){.value = list};
}

/* Fills in the addresses of players who are connected to other nodes, which only those nodes know. */
static struct merged merge_players(const struct gathering *gathering, const struct answers *answers)
{
    json_t *list = json_loads(gathering->here, 0, NULL);
    json_t *by_id = json_object();
    json_t *row;
    size_t at;
    json_array_foreach (list, at, row) {
        (void)json_object_set(by_id, json_string_value(json_object_get(row, "player")), row);
    }
    for (size_t i = 0; i < answers->count; i++) {
        const char *text = answers->answer[i].text;
        json_t *others = text == NULL ? NULL : json_loads(text, 0, NULL);
        json_array_foreach (others, at, row) {
            json_t *known = json_object_get(by_id, json_string_value(json_object_get(row, "player")));
            const char *from = json_string_value(json_object_get(row, "from"));
            if (known != NULL && from != NULL && strcmp(from, "-") != 0) {
                (void)json_object_set(known, "connected", json_object_get(row, "connected"));
                (void)json_object_set(known, "from", json_object_get(row, "from"));
            }
        }
        json_decref(others);
    }
    json_decref(by_id);
    return (struct merged){.value = list};
}

/* Takes the answer of the node that has the table, if there is one. */
static struct merged merge_one(const struct gathering *gathering, const struct answers *answers)
{
    struct merged merged = {.value = gathering->ok ? json_loads(gathering->here, 0, NULL) : NULL};
    (void)snprintf(merged.error, sizeof merged.error, "%s", gathering->here);
    for (size_t i = 0; i < answers->count && merged.value == NULL; i++) {
        const struct answer *answer = &answers->answer[i];
        if (answer->is_here && answer->status != 0) {
            merged.value = json_loads(answer->text, 0, NULL);
        } else if (!answer->is_here) {
            (void)snprintf(merged.error, sizeof merged.error, "Node %s does not answer; try again.",
                           answer->name);
        } else if (strcmp(answer->text, ADMIN_NO_SUCH_TABLE) != 0) {
            (void)snprintf(merged.error, sizeof merged.error, "%s", answer->text); /* found, and not closed */
        }
    }
    return merged;
}

static json_int_t closed_of(const char *text)
{
    json_t *value = json_loads(text, 0, NULL);
    json_int_t closed = json_integer_value(json_object_get(value, "closed"));
    json_decref(value);
    return closed;
}

/* Adds up how many tables were closed. If a node failed, the operator has to run the whole command again. */
static struct merged merge_closed(const struct gathering *gathering, const struct answers *answers)
{
    json_int_t closed = gathering->ok ? closed_of(gathering->here) : 0;
    bool failed = !gathering->ok;
    struct merged merged = {0};
    (void)snprintf(merged.error, sizeof merged.error, "%s", gathering->here);
    for (size_t i = 0; i < answers->count; i++) {
        const struct answer *answer = &answers->answer[i];
        if (answer->is_here && answer->status != 0) {
            closed += closed_of(answer->text);
        } else if (answer->is_here) {
            failed = true;
            (void)snprintf(merged.error, sizeof merged.error, "%s", answer->text);
        } else {
            failed = true;
            (void)snprintf(merged.error, sizeof merged.error, "Node %s does not answer; try again.",
                           answer->name);
        }
    }
    merged.value = failed ? NULL : json_pack("{s:I}", "closed", closed);
    return merged;
}

/* ---- running a command everywhere ---- */

static const struct everywhere everywhere[] = {
    {"tables", SOON, merge_rows},     {"damaged", SOON, merge_rows}, {"stats", SOON, merge_rows},
    {"players", SOON, merge_players}, {"close", SOON, merge_one},    {"close_all", LATER, merge_closed},
};

static void others_answered(void *context, const struct answers *answers)
{
    struct gathering *gathering = context;
    struct merged merged = gathering->command->merge(gathering, answers);
    if (merged.value != NULL) {
        admin_answer_json(gathering->request, merged.value);
    } else {
        admin_answer(gathering->request, false, merged.error);
    }
    free(gathering->here);
    free(gathering);
}

/* Asks the other nodes, unless this one has rejected the command, because they would reject it too. */
static void here_answered(void *context, bool ok, const char *text)
{
    struct gathering *gathering = context;
    struct shared *shared = gathering->dispatch->tables->shared;
    gathering->ok = ok;
    gathering->here = strdup(text);
    if (gathering->here == NULL || (!ok && strcmp(gathering->verb, "close") != 0)) {
        admin_answer(gathering->request, false, text);
        free(gathering->here);
        free(gathering);
        return;
    }
    asks_send(&shared->asks, ASK_ADMIN, gathering->verb, gathering->argument,
              gathering->command->milliseconds, others_answered, gathering);
}

/* Returns NULL if the command does not run everywhere. */
static const struct everywhere *find_everywhere(const char *verb)
{
    for (size_t i = 0; i < COUNT(everywhere); i++) {
        if (strcmp(everywhere[i].verb, verb) == 0) {
            return &everywhere[i];
        }
    }
    return NULL;
}

bool admin_everywhere(struct dispatch *dispatch, struct admin_request *request, const char *verb,
                      const char *argument)
{
    const struct everywhere *command = find_everywhere(verb);
    if (command == NULL || cluster_first_peer(dispatch->elsewhere.cluster) == NULL) {
        return false;
    }
    struct gathering *gathering = calloc(1, sizeof *gathering);
    struct admin_request *here = gathering == NULL ? NULL : admin_request_new(here_answered, gathering);
    if (here == NULL) {
        free(gathering);
        admin_answer(request, false, "Out of memory.");
        return true;
    }
    *gathering = (struct gathering){
        .dispatch = dispatch, .request = request, .verb = verb, .argument = argument, .command = command};
    admin_command_here(dispatch, here, verb, argument);
    return true;
}

/* ---- commands of other nodes ---- */

struct asked_command {
    struct asked *asked;
    char *verb, *argument;
};

static void free_asked_command(struct asked_command *command)
{
    if (command != NULL) {
        free(command->verb);
        free(command->argument);
        free(command);
    }
}

static void asked_command_answered(void *context, bool ok, const char *text)
{
    struct asked_command *command = context;
    asked_answer(command->asked, ok, text, strlen(text));
    free_asked_command(command);
}

static void run_asked(void *context, struct asked *asked, const char *verb, const char *argument)
{
    struct dispatch *dispatch = context;
    struct asked_command *command = calloc(1, sizeof *command);
    struct admin_request *request =
        command == NULL ? NULL : admin_request_new(asked_command_answered, command);
    if (request == NULL) {
        free(command);
        asked_answer(asked, false, "Out of memory.", strlen("Out of memory."));
        return;
    }
    command->asked = asked;
    command->verb = strdup(verb);
    command->argument = strdup(argument);
    if (command->verb == NULL || command->argument == NULL) {
        admin_answer(request, false, "Out of memory.");
        return;
    }
    if (find_everywhere(verb) == NULL && strcmp(verb, node_figures) != 0) {
        admin_answer(request, false, "That command can't be run for another node.");
    } else {
        admin_command_here(dispatch, request, command->verb, command->argument);
    }
}

void admin_nodes_open(struct dispatch *dispatch)
{
    if (dispatch->tables->shared != NULL) {
        asks_set_handler(&dispatch->tables->shared->asks, ASK_ADMIN, run_asked, dispatch);
    }
}

/* ---- nodes and drain ---- */

void admin_node_figures(struct dispatch *dispatch, struct admin_request *request)
{
    struct metrics_gauges gauges = tables_gauges(dispatch->tables);
    admin_answer_json(request, json_pack("{s:I,s:I}", "tables",
                                         (json_int_t)gauges.tables_open + (json_int_t)gauges.tables_running,
                                         "clients", (json_int_t)gauges.connections));
}

/* Takes the reference to the figures, which may be NULL. */
static json_t *node_row(const char *name, int64_t number, const char *address, bool draining,
                        const char *link, json_t *figures)
{
    json_t *row = json_pack("{s:s,s:I,s:s,s:s,s:s}", "name", name[0] == '\0' ? "-" : name, "number",
                            (json_int_t)number, "address", address[0] == '\0' ? "-" : address, "state",
                            draining ? "draining" : "serving", "link", link);
    if (figures != NULL) {
        (void)json_object_update(row, figures);
    } else {
        (void)json_object_update_new(row, json_pack("{s:s,s:s}", "tables", "-", "clients", "-"));
    }
    json_decref(figures);
    return row;
}

/* Returns what a node has answered, or NULL. */
static json_t *figures_of(const struct answers *answers, int64_t node)
{
    for (size_t i = 0; i < answers->count; i++) {
        const struct answer *answer = &answers->answer[i];
        if (answer->node == node && answer->is_here && answer->status != 0) {
            return json_loads(answer->text, 0, NULL);
        }
    }
    return NULL;
}

static json_t *own_row(const struct gathering *gathering)
{
    const struct options *options = gathering->dispatch->options;
    const struct cluster *cluster = gathering->dispatch->elsewhere.cluster;
    return node_row(cluster == NULL ? options->node : cluster_node_name(cluster), cluster_node(cluster),
                    options_node_address(options), cluster_is_draining(cluster), "this node",
                    json_loads(gathering->here, 0, NULL));
}

static int compare_numbers(const void *left, const void *right)
{
    json_int_t one = json_integer_value(json_object_get(*(json_t *const *)left, "number"));
    json_int_t other = json_integer_value(json_object_get(*(json_t *const *)right, "number"));
    return one < other ? -1 : one > other;
}

/* Returns the rows sorted by number, which is the order in which the nodes were started. */
static json_t *sorted(json_t *rows)
{
    enum { NODES_SORTED = 256 };
    json_t *row[NODES_SORTED];
    size_t count = json_array_size(rows);
    if (count > NODES_SORTED) {
        return rows;
    }
    json_t *list = json_array();
    for (size_t i = 0; i < count; i++) {
        row[i] = json_array_get(rows, i);
    }
    qsort(row, count, sizeof(json_t *), compare_numbers);
    for (size_t i = 0; i < count; i++) {
        (void)json_array_append(list, row[i]);
    }
    json_decref(rows);
    return list;
}

static struct merged merge_nodes(const struct gathering *gathering, const struct answers *answers)
{
    json_t *rows = json_array();
    (void)json_array_append_new(rows, own_row(gathering));
    for (const struct cluster_peer *peer = cluster_first_peer(gathering->dispatch->elsewhere.cluster);
         peer != NULL; peer = cluster_next_peer(peer)) {
        (void)json_array_append_new(rows, node_row(peer->name, peer->node, peer->address, peer->draining,
                                                   cluster_peer_is_up(peer) ? "up" : "down",
                                                   figures_of(answers, peer->node)));
    }
    return (struct merged){.value = sorted(rows)};
}

static const struct everywhere list_nodes = {node_figures, SOON, merge_nodes};

static void own_figures(void *context, bool ok, const char *text)
{
    struct gathering *gathering = context;
    if (gathering->dispatch->tables->shared != NULL) {
        here_answered(context, ok, text);
        return;
    }
    gathering->here = strdup(text);
    admin_answer_json(gathering->request, json_pack("[o]", own_row(gathering)));
    free(gathering->here);
    free(gathering);
}

void admin_list_nodes(struct dispatch *dispatch, struct admin_request *request)
{
    struct gathering *gathering = calloc(1, sizeof *gathering);
    struct admin_request *here = gathering == NULL ? NULL : admin_request_new(own_figures, gathering);
    if (here == NULL) {
        free(gathering);
        admin_answer(request, false, "Out of memory.");
        return;
    }
    *gathering = (struct gathering){.dispatch = dispatch,
                                    .request = request,
                                    .verb = list_nodes.verb,
                                    .argument = "",
                                    .command = &list_nodes};
    admin_node_figures(dispatch, here);
}

void admin_drain(struct dispatch *dispatch, struct admin_request *request, const char *name)
{
    struct cluster *cluster = dispatch->elsewhere.cluster;
    struct cluster_peer *peer = cluster_find_peer_by_name(cluster, name);
    const char *own = cluster == NULL ? dispatch->options->node : cluster_node_name(cluster);
    bool is_own = strcmp(own, name) == 0;
    if (!is_own && (peer == NULL || !cluster_peer_is_up(peer))) {
        admin_answer(request, false,
                     peer == NULL ? "There is no such node." : "That node can't be reached; try again.");
        return;
    }
    log_line(LOG_WARNING, "node_drained", "node=%s by=operator", name);
    admin_answer_json(request, json_pack("{s:s}", "draining", name));
    if (is_own) {
        (void)kill(getpid(), SIGTERM); /* as if the operator had stopped it */
    } else {
        cluster_send(peer, MESSAGE_DRAIN, "", 0);
    }
}
