/* choose.c: see choose.h. */
#include "tests/load/choose.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "common/base/array.h"
#include "tests/load/scan.h"

enum { PLACES_MOST = 256, PATROLS = 7 };

const char *const pawn_names[SEATS] = {"jack", "yellow", "red", "blue", "green", "brown"};

uint64_t dice_next(struct dice *dice)
{
    uint64_t z = (dice->state += UINT64_C(0x9e3779b97f4a7c15));
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

unsigned dice_below(struct dice *dice, unsigned limit)
{
    return (unsigned)(((dice_next(dice) >> 32) * limit) >> 32);
}

/* ---- Writing --------------------------------------------------------------------------------------- */

struct text {
    char *at;
    size_t length, capacity;
};

static void add(struct text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void add(struct text *text, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(text->at + text->length, text->capacity - text->length, format, arguments);
    va_end(arguments);
    text->length += (size_t)length;
    if (text->length >= text->capacity) {
        text->length = text->capacity - 1;
    }
}

static void add_list(struct text *text, const char *key, const long *places, unsigned count)
{
    add(text, ",\"%s\":[", key);
    for (unsigned i = 0; i < count; i++) {
        add(text, "%s%ld", i == 0 ? "" : ",", places[i]);
    }
    add(text, "]");
}

/*
 * ---- One writer per kind of action: reads the value of its key in `legal`, writes what follows "do"
 * --------
 */

struct choice {
    const char *legal;
    unsigned pawn;
    struct dice *dice;
    struct text *out;
};

static unsigned read_places(const char *array, long *places)
{
    unsigned count = 0;
    for (const char *at = scan_first(array); at != NULL && count < PLACES_MOST; at = scan_next(at)) {
        places[count++] = scan_number(at);
    }
    return count;
}

/* Draws `wanted` different items of an array, in random order. */
static unsigned sample(const char *array, unsigned wanted, struct dice *dice, long *places)
{
    unsigned count = read_places(array, places);
    for (unsigned i = 0; i < wanted && i < count; i++) {
        unsigned other = i + dice_below(dice, count - i);
        long held = places[i];
        places[i] = places[other];
        places[other] = held;
    }
    return wanted < count ? wanted : count;
}

static const char *any(const char *array, struct dice *dice)
{
    return scan_at(array, dice_below(dice, scan_count(array)));
}

static void write_circle(const struct choice *choice)
{
    add(choice->out, ",\"circle\":%ld", scan_number(any(choice->legal, choice->dice)));
}

static void write_crossing(const struct choice *choice)
{
    add(choice->out, ",\"crossing\":%ld", scan_number(any(choice->legal, choice->dice)));
}

static void write_to(const struct choice *choice)
{
    add(choice->out, ",\"to\":%ld", scan_number(any(choice->legal, choice->dice)));
}

static void write_own_to(const struct choice *choice)
{
    const char *own = scan_member(choice->legal, pawn_names[choice->pawn]);
    add(choice->out, ",\"to\":%ld", scan_number(any(own, choice->dice)));
}

static void write_own_circle(const struct choice *choice)
{
    const char *own = scan_member(choice->legal, pawn_names[choice->pawn]);
    add(choice->out, ",\"circle\":%ld", scan_number(any(own, choice->dice)));
}

static void write_escape(const struct choice *choice)
{
    add(choice->out, ",\"to\":%ld,\"escape\":true", scan_number(choice->legal));
}

static void write_coach(const struct choice *choice)
{
    const char *pair = any(choice->legal, choice->dice);
    add(choice->out, ",\"via\":%ld,\"to\":%ld", scan_number(scan_at(pair, 0)), scan_number(scan_at(pair, 1)));
}

static void write_wretched(const struct choice *choice)
{
    const char *one = any(choice->legal, choice->dice);
    add(choice->out, ",\"from\":%ld,\"to\":%ld", scan_number(scan_member(one, "from")),
        scan_number(any(scan_member(one, "to"), choice->dice)));
}

static void write_women(const struct choice *choice)
{
    long places[PLACES_MOST];
    unsigned marked = (unsigned)scan_number(scan_member(choice->legal, "marked"));
    unsigned unmarked = (unsigned)scan_number(scan_member(choice->legal, "unmarked"));
    (void)sample(scan_member(choice->legal, "circles"), marked + unmarked, choice->dice, places);
    add_list(choice->out, "marked", places, marked);
    add_list(choice->out, "unmarked", places + marked, unmarked);
}

static void write_kill(const struct choice *choice)
{
    long places[PLACES_MOST];
    unsigned victims = (unsigned)scan_number(scan_member(choice->legal, "victims"));
    unsigned count = sample(scan_member(choice->legal, "circles"), victims, choice->dice, places);
    add_list(choice->out, "circles", places, count);
}

static void write_patrols(const struct choice *choice)
{
    static const char *const faces[PATROLS] = {"yellow", "red", "blue", "green", "brown", "false", "false"};
    long fixed[PLACES_MOST], chosen[PLACES_MOST];
    unsigned count = read_places(scan_member(choice->legal, "fixed"), fixed);
    unsigned wanted = (unsigned)scan_number(scan_member(choice->legal, "choose"));
    unsigned more = sample(scan_member(choice->legal, "free"), wanted, choice->dice, chosen);
    unsigned turned = dice_below(choice->dice, PATROLS); /* the first face in the list */
    add(choice->out, ",\"place\":[");
    for (unsigned i = 0; i < count + more && i < PATROLS; i++) {
        add(choice->out, "%s[%ld,\"%s\"]", i == 0 ? "" : ",", i < count ? fixed[i] : chosen[i - count],
            faces[(i + turned) % PATROLS]);
    }
    add(choice->out, "]");
}

static void write_nothing(const struct choice *choice)
{
    (void)choice;
}

/* ---- Choosing -------------------------------------------------------------------------------------- */

struct kind {
    const char *key, *verb;
    unsigned weight;
    void (*write)(const struct choice *choice);
};

static const struct kind kinds[] = {
    {"hideout", "hideout", 100, write_circle},
    {"women", "women", 100, write_women},
    {"patrols", "patrols", 100, write_patrols},
    {"kill", "kill", 100, write_kill},
    {"wait", "wait", 100, write_nothing},
    {"wretched", "wretched", 100, write_wretched},
    {"reveal", "reveal", 100, write_crossing},
    {"move", "move", 100, write_to},
    {"escape", "move", 100000, write_escape},
    {"coach", "coach", 3, write_coach},
    {"alley", "alley", 30, write_to},
    {"walk", "walk", 100, write_own_to},
    {"search", "search", 100, write_own_circle},
    {"arrest", "arrest", 1, write_own_circle},
    {"pass", "pass", 3, write_nothing},
};
enum { KINDS = COUNT(kinds) };

static const struct kind *find_kind(const char *key)
{
    for (unsigned i = 0; i < KINDS; i++) {
        if (scan_is(key, kinds[i].key)) {
            return &kinds[i];
        }
    }
    return NULL;
}

size_t choose_action(const char *legal, unsigned pawn, struct dice *dice, char *out, size_t capacity)
{
    const struct kind *listed[KINDS];
    const char *value[KINDS];
    unsigned count = 0, total = 0;
    for (const char *key = scan_first(legal); key != NULL && count < KINDS;
         key = scan_next(scan_value(key))) {
        const struct kind *kind = find_kind(key);
        if (kind != NULL) {
            listed[count] = kind;
            value[count++] = scan_value(key);
            total += kind->weight;
        }
    }
    if (count == 0) {
        return 0;
    }
    unsigned drawn = dice_below(dice, total), chosen = 0;
    while (chosen + 1 < count && drawn >= listed[chosen]->weight) {
        drawn -= listed[chosen++]->weight;
    }
    struct text text = {out, 0, capacity};
    struct choice choice = {value[chosen], pawn, dice, &text};
    add(&text, "{\"by\":\"%s\",\"do\":\"%s\"", pawn_names[pawn], listed[chosen]->verb);
    listed[chosen]->write(&choice);
    add(&text, "}");
    return text.length;
}
