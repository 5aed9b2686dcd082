/* own_zone.c: see own_zone.h. */
#include "client-cli/util/own_zone.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Returns whether this is the name of a zone, and not a rule such as "CET-1CEST". */
static bool is_name(const char *text)
{
    return strcmp(text, "UTC") == 0 || (isupper((unsigned char)text[0]) && strchr(text, '/') != NULL &&
                                        strchr(text, ',') == NULL && strstr(text, "..") == NULL);
}

/* Returns the machine's zone, which is part of the name in `link`. */
static const char *system_zone(char *link, size_t capacity)
{
    ssize_t length = readlink("/etc/localtime", link, capacity - 1);
    link[length > 0 ? length : 0] = '\0';
    const char *directory = strstr(link, "zoneinfo/");
    const char *found = directory != NULL ? directory + strlen("zoneinfo/") : "UTC";
    return strncmp(found, "Etc/", 4) == 0 ? found + 4 : found;
}

void own_zone(char *name, size_t capacity)
{
    char link[200];
    const char *machine = system_zone(link, sizeof link);
    const char *variable = getenv("TZ");
    const char *own = variable != NULL && variable[0] == ':' ? variable + 1 : variable;
    const char *found = own != NULL && is_name(own) ? own : machine;
    if (!is_name(found) || snprintf(name, capacity, "%s", found) >= (int)capacity) {
        (void)snprintf(name, capacity, "UTC");
    }
}
