/* options.c: see options.h. */
#include "tests/load/options.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "common/base/array.h"

enum value_type { VALUE_COUNT, VALUE_NUMBER, VALUE_SWITCH, VALUE_TARGET, VALUE_TEXT };

struct option_row {
    const char *name;
    enum value_type type;
    size_t offset;
    const char *help;
};

#define AT(member) offsetof(struct options, member)
static const struct option_row rows[] = {
    {"tables", VALUE_COUNT, AT(tables), "tables of six connections: Jack and five detectives (10)"},
    {"onlookers", VALUE_COUNT, AT(onlookers), "spectators at each table (0)"},
    {"rate", VALUE_NUMBER, AT(rate),
     "actions per second in total; delays are measured from when each should have been sent"
     " (0: closed loop, a table's next action as soon as everyone has received its last)"},
    {"warmup", VALUE_NUMBER, AT(warmup), "seconds of play before measuring (1)"},
    {"seconds", VALUE_NUMBER, AT(seconds), "seconds of play to measure (5)"},
    {"actions", VALUE_COUNT, AT(actions),
     "actions per table; the run ends when all tables have played them (0: no limit)"},
    {"reconnect-every", VALUE_COUNT, AT(reconnect_every),
     "disconnect and reconnect one client of a table after this many actions (0: never)"},
    {"then", VALUE_TEXT, AT(then),
     "another node, where everyone connects again once the games have started (stay)"},
    {"crowd", VALUE_COUNT, AT(crowd), "spectators at the first table, in addition to onlookers (0)"},
    {"crowd-at", VALUE_TEXT, AT(crowd_at),
     "nodes where the crowd connects in turn, separated by commas (where the players do)"},
    {"slow", VALUE_COUNT, AT(hostile[HOSTILE_SLOW]), "connections that watch and never read (0)"},
    {"garbage", VALUE_COUNT, AT(hostile[HOSTILE_GARBAGE]), "connections that send garbage (0)"},
    {"half-open", VALUE_COUNT, AT(hostile[HOSTILE_HALF_OPEN]),
     "connections that never finish their handshake (0)"},
    {"flood", VALUE_COUNT, AT(hostile[HOSTILE_FLOOD]),
     "connections from one address that send requests as fast as they can (0)"},
    {"addresses", VALUE_COUNT, AT(addresses),
     "loopback addresses to connect from, to stay within per-address limits (0: one)"},
    {"until", VALUE_TARGET, AT(target), "how far to go: connected, greeted or playing (playing)"},
    {"hold", VALUE_COUNT, AT(hold), "seconds to stay idle once connected or greeted (0)"},
    {"resign", VALUE_SWITCH, AT(resign), "end all games before leaving, so that none remain on the server"},
    {"views", VALUE_SWITCH, AT(views), "watch with whole views, as the browser does"},
    {"bare", VALUE_SWITCH, AT(bare),
     "the server is tests/bench/bare, which answers anything with a frame to all six clients"},
    {"pid", VALUE_COUNT, AT(pid), "process ID of the server, to measure its CPU time and memory too"},
    {"seed", VALUE_COUNT, AT(seed), "seed for the choices of actions (1)"},
    {"patience", VALUE_COUNT, AT(patience), "seconds after which a missing message is an error (30)"},
    {"json", VALUE_SWITCH, AT(json), "print the figures as JSON"},
};
#undef AT
enum { ROWS = COUNT(rows) };

static void print_help(void)
{
    printf("load ADDRESS:PORT [--OPTION VALUE ...]: plays Whitechapel on a gaslightd and measures it.\n\n");
    for (unsigned i = 0; i < ROWS; i++) {
        printf("  --%-16s %s\n", rows[i].name, rows[i].help);
    }
    printf(
        "\n"
        "The load stays below gaslightd's limits with a --rate of at most 20 actions per second per table\n"
        "and 200 per address (--addresses), and at most 100 connections per address. A new game takes "
        "about\n"
        "25 requests per table. For more load, raise the limits of the server:\n"
        "  --requests-per-second 100000 --requests-burst 100000 --address-requests-per-second 1000000\n"
        "  --address-requests-burst 1000000 --connections-per-address 100000 --connections 100000\n"
        "  --upgrades-per-minute 1000000 --creations-per-minute 1000000 --tables-per-address 1000000\n"
        "  --hello-seconds 600 --tables 100000\n\n"
        "Exit status: 0 on success, 1 after any error, 2 for an invalid option.\n");
}

static bool set_target(struct options *options, const char *value)
{
    static const char *const names[] = {"connected", "greeted", "playing"};
    for (unsigned i = 0; i < COUNT(names); i++) {
        if (strcmp(value, names[i]) == 0) {
            options->target = (enum target)i;
            return true;
        }
    }
    return false;
}

static bool set(struct options *options, const struct option_row *row, const char *value)
{
    char *place = (char *)options + row->offset;
    char *end = NULL;
    if (row->type == VALUE_TARGET) {
        return set_target(options, value);
    }
    if (row->type == VALUE_TEXT) {
        *(const char **)(void *)place = value;
        return true;
    }
    double number = strtod(value, &end);
    if (end == value || *end != '\0' || !(number >= 0 && number < 1e9)) {
        return false;
    }
    if (row->type == VALUE_COUNT) {
        *(long *)(void *)place = (long)number;
        return (double)(long)number == number;
    }
    *(double *)(void *)place = number;
    return true;
}

static const struct option_row *find(const char *argument)
{
    for (unsigned i = 0; strncmp(argument, "--", 2) == 0 && i < ROWS; i++) {
        if (strcmp(argument + 2, rows[i].name) == 0) {
            return &rows[i];
        }
    }
    return NULL;
}

bool options_parse(struct options *options, int argc, char **argv, int *status)
{
    *options = (struct options){
        .tables = 10, .warmup = 1, .seconds = 5, .seed = 1, .patience = 30, .target = TARGET_PLAYING};
    *status = 2;
    for (int i = 1; i < argc; i++) {
        const struct option_row *row = find(argv[i]);
        if (strcmp(argv[i], "--help") == 0) {
            print_help();
            *status = 0;
            return false;
        }
        if (row == NULL && argv[i][0] != '-' && options->server == NULL) {
            options->server = argv[i];
        } else if (row != NULL && row->type == VALUE_SWITCH) {
            *(bool *)(void *)((char *)options + row->offset) = true;
        } else if (row == NULL || i + 1 == argc || !set(options, row, argv[++i])) {
            (void)fprintf(stderr, "load: unknown option or invalid value: %s\n", argv[i]);
            return false;
        }
    }
    if (options->server == NULL || options->tables < 1) {
        (void)fprintf(stderr, "load: ADDRESS:PORT and at least one table are required; see --help\n");
        return false;
    }
    return true;
}
