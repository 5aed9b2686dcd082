/* time_zone.c: see time_zone.h. */
#include "server/base/time_zone.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DAY = 24 * 60 * 60, HEADER_BYTES = 44, FILE_BYTES_MAX = 64 * 1024 };
#define ZONE_DIRECTORY "/usr/share/zoneinfo/"
#define OLDEST ((int64_t)1577836800) /* 2020: earlier changes are left out */

/* ---- the calendar ---- */

/* Returns the days from 1970 to a date of the Gregorian calendar. */
static int64_t days_to(int64_t year, int month, int day)
{
    year -= month <= 2;
    int64_t era = (year >= 0 ? year : year - 399) / 400;
    int64_t of_era = year - era * 400;
    int64_t of_year = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
    return era * 146097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719468;
}

static int64_t year_of(int64_t at)
{
    int64_t year = 1970 + at / ((int64_t)365 * DAY + DAY / 4);
    while (days_to(year + 1, 1, 1) * DAY <= at) {
        year++;
    }
    while (days_to(year, 1, 1) * DAY > at) {
        year--;
    }
    return year;
}

/* Returns when a yearly change happens, by the clock before it. */
static int64_t change_in(const struct yearly_change *change, int64_t year)
{
    int64_t first = days_to(year, change->month, 1);
    int64_t after = change->month == 12 ? days_to(year + 1, 1, 1) : days_to(year, change->month + 1, 1);
    int64_t weekday = ((first + 4) % 7 + 7) % 7; /* 1970 began on a Thursday */
    int64_t day = first + (change->day - weekday + 7) % 7 + 7 * (int64_t)(change->week - 1);
    while (day >= after) {
        day -= 7;
    }
    return day * DAY + change->second;
}

/* ---- reading ---- */

static int64_t read_number(const unsigned char *data, unsigned bytes)
{
    uint64_t value = 0;
    for (unsigned i = 0; i < bytes; i++) {
        value = value << 8 | data[i];
    }
    return bytes == 4 ? (int64_t)(int32_t)(uint32_t)value : (int64_t)value;
}

/* The sizes in a header, in the order of the file. */
struct sizes {
    size_t is_utc, is_standard, leaps, times, types, letters;
};

/* Returns how many bytes the block after a header has; 0 if there is no valid header. */
static size_t read_header(const unsigned char *data, size_t length, unsigned time_bytes, struct sizes *sizes)
{
    size_t *const all[] = {&sizes->is_utc, &sizes->is_standard, &sizes->leaps,
                           &sizes->times,  &sizes->types,       &sizes->letters};
    if (length < HEADER_BYTES || memcmp(data, "TZif", 4) != 0 || data[4] < '2') {
        return 0;
    }
    for (size_t i = 0; i < 6; i++) {
        int64_t size = read_number(data + 20 + 4 * i, 4);
        if (size < 0 || size > FILE_BYTES_MAX) {
            return 0;
        }
        *all[i] = (size_t)size;
    }
    return sizes->times * (time_bytes + 1) + sizes->types * 6 + sizes->letters +
           sizes->leaps * (time_bytes + 4) + sizes->is_standard + sizes->is_utc;
}

/* Reads the changes of the second block, whose times have eight bytes. */
static bool read_changes(struct time_zone *zone, const unsigned char *block, const struct sizes *sizes)
{
    const unsigned char *kinds = block + sizes->times * 8;
    const unsigned char *types = kinds + sizes->times;
    if (sizes->types == 0) {
        return false;
    }
    zone->first = (int32_t)read_number(types, 4);
    for (size_t i = 0; i < sizes->times; i++) {
        int64_t at = read_number(block + 8 * i, 8);
        if (kinds[i] >= sizes->types || zone->count == TIME_ZONE_CHANGES_MAX) {
            return false;
        }
        int32_t offset = (int32_t)read_number(types + (size_t)6 * kinds[i], 4);
        if (at < OLDEST) {
            zone->first = offset;
        } else if (zone->count > 0 && at <= zone->at[zone->count - 1]) {
            return false;
        } else {
            zone->at[zone->count] = at;
            zone->offset[zone->count++] = offset;
        }
    }
    return true;
}

/* ---- the rule at the end of a file, as in the variable TZ: "CET-1CEST,M3.5.0,M10.5.0/3" ---- */

static bool skip_name(const char **text)
{
    const char *at = *text;
    if (*at == '<') {
        at = strchr(at, '>');
        *text = at == NULL ? *text : at + 1;
        return at != NULL;
    }
    while (isalpha((unsigned char)*at)) {
        at++;
    }
    bool good = at - *text >= 3;
    *text = at;
    return good;
}

static bool read_small(const char **text, long min, long max, int *value)
{
    char *end = NULL;
    if (!isdigit((unsigned char)**text)) {
        return false;
    }
    long read = strtol(*text, &end, 10);
    *value = (int)read;
    *text = end;
    return read >= min && read <= max;
}

/* Reads "[+-]hh[:mm[:ss]]". */
static bool read_time(const char **text, int32_t *seconds)
{
    int sign = **text == '-' ? -1 : 1;
    int part[3] = {0};
    *text += **text == '-' || **text == '+';
    for (int i = 0; i < 3; i++) {
        if (i > 0 && **text != ':') {
            break;
        }
        *text += i > 0;
        if (!read_small(text, 0, i == 0 ? 167 : 59, &part[i])) {
            return false;
        }
    }
    *seconds = sign * (part[0] * 3600 + part[1] * 60 + part[2]);
    return true;
}

/* Reads ",Mm.w.d[/time]". Other forms exist, but no zone uses them. */
static bool read_yearly(const char **text, struct yearly_change *change)
{
    change->second = 2 * 60 * 60;
    if (strncmp(*text, ",M", 2) != 0) {
        return false;
    }
    *text += 2;
    if (!read_small(text, 1, 12, &change->month) || *(*text)++ != '.' ||
        !read_small(text, 1, 5, &change->week) || *(*text)++ != '.' ||
        !read_small(text, 0, 6, &change->day)) {
        return false;
    }
    if (**text != '/') {
        return true;
    }
    (*text)++;
    return read_time(text, &change->second);
}

/* Reads the rule. Offsets in it are positive to the west. Without one, the last change is valid for ever. */
static bool read_rule(struct time_zone *zone, const char *text)
{
    int32_t west;
    if (*text == '\0') {
        return true;
    }
    if (!skip_name(&text) || !read_time(&text, &west)) {
        return false;
    }
    zone->has_rule = true;
    zone->standard = zone->summer = -west;
    if (*text == '\0') {
        return true;
    }
    zone->is_yearly = true;
    if (!skip_name(&text)) {
        return false;
    }
    zone->summer = zone->standard + 60 * 60;
    if (*text != ',') {
        if (!read_time(&text, &west)) {
            return false;
        }
        zone->summer = -west;
    }
    return read_yearly(&text, &zone->begins) && read_yearly(&text, &zone->ends) && *text == '\0';
}

bool time_zone_read(struct time_zone *zone, const unsigned char *data, size_t length)
{
    struct sizes sizes;
    char rule[80];
    size_t old = read_header(data, length, 4, &sizes); /* the first block has times of four bytes */
    if (old == 0 || length - HEADER_BYTES < old) {
        return false;
    }
    data += HEADER_BYTES + old;
    length -= HEADER_BYTES + old;
    size_t block = read_header(data, length, 8, &sizes);
    if (block == 0 || length - HEADER_BYTES < block + 2) {
        return false;
    }
    const unsigned char *footer = data + HEADER_BYTES + block;
    size_t rest = length - HEADER_BYTES - block;
    if (footer[0] != '\n' || footer[rest - 1] != '\n' || rest - 2 >= sizeof rule) {
        return false;
    }
    memcpy(rule, footer + 1, rest - 2);
    rule[rest - 2] = '\0';
    zone->count = 0;
    zone->has_rule = zone->is_yearly = false;
    return read_changes(zone, data + HEADER_BYTES, &sizes) && read_rule(zone, rule);
}

/* ---- the list ---- */

bool time_zone_is_name(const char *name)
{
    size_t length = strlen(name);
    if (length == 0 || length > TIME_ZONE_NAME_MAX || !isupper((unsigned char)name[0])) {
        return false;
    }
    for (size_t i = 0; i < length; i++) {
        bool separates = name[i] == '/' && i + 1 < length && isalpha((unsigned char)name[i + 1]);
        if (!isalnum((unsigned char)name[i]) && strchr("_+-", name[i]) == NULL && !separates) {
            return false;
        }
    }
    return true;
}

static bool read_file(struct time_zone *zone)
{
    char path[sizeof ZONE_DIRECTORY + TIME_ZONE_NAME_MAX];
    (void)snprintf(path, sizeof path, ZONE_DIRECTORY "%s", zone->name);
    unsigned char *data = malloc(FILE_BYTES_MAX);
    FILE *file = data == NULL ? NULL : fopen(path, "rb");
    size_t length = file == NULL ? 0 : fread(data, 1, FILE_BYTES_MAX, file);
    if (file != NULL) {
        (void)fclose(file);
    }
    bool good = length > 0 && time_zone_read(zone, data, length);
    free(data);
    return good;
}

const struct time_zone *time_zones_get(struct time_zones *zones, const char *name)
{
    struct time_zone *zone;
    SLIST_FOREACH(zone, &zones->list, entry)
    {
        if (strcmp(zone->name, name) == 0) {
            return zone;
        }
    }
    zone = time_zone_is_name(name) ? calloc(1, sizeof *zone) : NULL;
    if (zone == NULL) {
        return NULL;
    }
    (void)snprintf(zone->name, sizeof zone->name, "%s", name);
    /* UTC needs no file, so a server without the database has one zone. */
    if (!read_file(zone) && strcmp(name, "UTC") != 0) {
        free(zone);
        return NULL;
    }
    SLIST_INSERT_HEAD(&zones->list, zone, entry);
    return zone;
}

void time_zones_free(struct time_zones *zones)
{
    struct time_zone *zone;
    while ((zone = SLIST_FIRST(&zones->list)) != NULL) {
        SLIST_REMOVE_HEAD(&zones->list, entry);
        free(zone);
    }
}

/* ---- times ---- */

/* In the southern hemisphere summer time begins later in the year than it ends. */
static int32_t offset_by_rule(const struct time_zone *zone, int64_t at)
{
    if (!zone->is_yearly) {
        return zone->standard;
    }
    int64_t year = year_of(at + zone->standard);
    int64_t begins = change_in(&zone->begins, year) - zone->standard;
    int64_t ends = change_in(&zone->ends, year) - zone->summer;
    bool is_summer = begins < ends ? at >= begins && at < ends : at >= begins || at < ends;
    return is_summer ? zone->summer : zone->standard;
}

int32_t time_zone_offset(const struct time_zone *zone, int64_t at)
{
    if (zone->has_rule && (zone->count == 0 || at >= zone->at[zone->count - 1])) {
        return offset_by_rule(zone, at);
    }
    size_t before = 0;
    while (before < zone->count && zone->at[before] <= at) {
        before++;
    }
    return before == 0 ? zone->first : zone->offset[before - 1];
}

int64_t time_zone_to_utc(const struct time_zone *zone, int64_t local)
{
    int32_t before = time_zone_offset(zone, local - DAY); /* no zone changes twice within two days */
    int32_t after = time_zone_offset(zone, local + DAY);
    int64_t early = local - before;
    return time_zone_offset(zone, early) == before || before == after ? early
           : time_zone_offset(zone, local - after) == after           ? local - after
                                                                      : early;
}
