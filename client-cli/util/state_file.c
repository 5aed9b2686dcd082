/* state_file.c: see state_file.h. */
#include "client-cli/util/state_file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

/* Creates a directory and its parents with mode 0700; existing ones are fine. */
static bool make_directories(char *path)
{
    for (char *at = path + 1; *at != '\0'; at++) {
        if (*at == '/') {
            *at = '\0';
            bool good = mkdir(path, S_IRWXU) == 0 || errno == EEXIST;
            *at = '/';
            if (!good) {
                return false;
            }
        }
    }
    return true;
}

/* The XDG specification says to ignore a relative XDG_STATE_HOME. */
bool state_file_path(const char *name, char *path, size_t capacity)
{
    const char *state = getenv("XDG_STATE_HOME");
    const char *home = getenv("HOME");
    int length = -1;
    if (state != NULL && state[0] == '/') {
        length = snprintf(path, capacity, "%s/gaslight/%s", state, name);
    } else if (home != NULL && home[0] == '/') {
        length = snprintf(path, capacity, "%s/.local/state/gaslight/%s", home, name);
    }
    bool good = length > 0 && (size_t)length < capacity && make_directories(path);
    if (!good) {
        path[0] = '\0';
    }
    return good;
}
