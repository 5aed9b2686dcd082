/* options.c: see options.h. */
#include "tests/load/options.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "common/base/array.h"

enum value_type { VALUE_COUNT, VALUE_NUMBER, VALUE_SWITCH, VALUE_TARGET };

struct option_row {
    const char *name;
    enum value_type type;
    size_t offset;
    const char *help;
};

#define AT(member) offsetof(struct options, member)
static const struct option_row rows[] = {
    {"tables", VALUE_COUNT, AT(tables), "tables of six connections: Jack and five detectives (10)"},
    {"onlookers", VALUE_COUNT, AT(onlookers), "onlookers at each table (0)"},
    {"rate", VALUE_NUMBER, AT(rate),
     "actions a second in all; delays count from when each should have been sent"
     " (0: closed loop, a table's next as soon as its last has reached everybody)"},
    {"warmup", VALUE_NUMBER, AT(warmup), "seconds of play before measuring (1)"},
    {"seconds", VALUE_NUMBER, AT(seconds), "seconds of play that are measured (5)"},
    {"actions", VALUE_COUNT, AT(actions),
     "actions of a game after which its table rests; when all rest it is over (0: none)"},
    {"reconnect-every", VALUE_COUNT, AT(reconnect_every),
     "actions of a table after which one of it is cut off and comes back (0: never)"},
    {"slow", VALUE_COUNT, AT(hostile[HOSTILE_SLOW]), "connections that watch and never read (0)"},
    {"garbage", VALUE_COUNT, AT(hostile[HOSTILE_GARBAGE]), "connections that send garbage (0)"},
    {"half-open", VALUE_COUNT, AT(hostile[HOSTILE_HALF_OPEN]),
     "connections that never finish their handshake (0)"},
    {"flood", VALUE_COUNT, AT(hostile[HOSTILE_FLOOD]),
     "connections of one address that ask as fast as they can (0)"},
    {"addresses", VALUE_COUNT, AT(addresses),
     "addresses of loopback to come from, so that limits of an address hold (0: one)"},
    {"until", VALUE_TARGET, AT(target), "how far to go: connected, greeted or playing (playing)"},
    {"hold", VALUE_COUNT, AT(hold), "seconds to stay when connected or greeted (0)"},
    {"resign", VALUE_SWITCH, AT(resign),
     "end all games before leaving, so that nothing is left at the server"},
    {"views", VALUE_SWITCH, AT(views), "watch with whole views, as the browser does"},
    {"bare", VALUE_SWITCH, AT(bare),
     "the server is tests/bench/bare, which answers anything with a frame to all six"},
    {"pid", VALUE_COUNT, AT(pid), "process of the server: its time and memory are measured too"},
    {"seed", VALUE_COUNT, AT(seed), "of the choices (1)"},
    {"patience", VALUE_COUNT, AT(patience), "seconds until what does not come is an error (30)"},
    {"json", VALUE_SWITCH, AT(json), "print the figures as JSON"},
};
#undef AT
enum { ROWS = COUNT(rows) };

static void print_help(void)
{
    printf("load ADDRESS:PORT [--OPTION VALUE ...]: plays Whitechapel on a gaslightd, and measures.\n\n");
    for (unsigned i = 0; i < ROWS; i++) {
        printf("  --%-16s %s\n", rows[i].name, rows[i].help);
    }
    printf("\n"
           "It stays below gaslightd's limits if tables play at --rate, at most 20 actions a second for a "
           "table\n"
           "and 200 for each of --addresses, with at most 100 connections for each of these (a new game "
           "costs a\n"
           "table some 25 requests). For more, raise the limits of the server:\n"
           "  --requests-per-second 100000 --requests-burst 100000 --address-requests-per-second 1000000\n"
           "  --address-requests-burst 1000000 --connections-per-address 100000 --connections 100000\n"
           "  --upgrades-per-minute 1000000 --hello-seconds 600 --tables 100000\n\n"
           "Exit status: 0, 1 after any error, 2 for a wrong option.\n");
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
            (void)fprintf(stderr, "load: not an option, or not a value of one: %s\n", argv[i]);
            return false;
        }
    }
    if (options->server == NULL || options->tables < 1) {
        (void)fprintf(stderr, "load: say ADDRESS:PORT, and at least one table; --help says more\n");
        return false;
    }
    return true;
}
