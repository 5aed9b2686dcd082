/*
 * state_file.h: files that the program keeps for the next run, in $XDG_STATE_HOME/gaslight (~/.local/state/gaslight).
 */
#ifndef GASLIGHT_STATE_FILE_H
#define GASLIGHT_STATE_FILE_H

#include <stdbool.h>
#include <stddef.h>

/* Writes the path of a file and creates its directory with mode 0700. Returns false, with "", if that fails. */
bool state_file_path(const char *name, char *path, size_t capacity);

#endif
