/*
 * record_file.h: a record into a file, for `record FILE` of a player and `save FILE` of who looks at a replay.
 */
#ifndef GASLIGHT_RECORD_FILE_H
#define GASLIGHT_RECORD_FILE_H

#include "common/wire/record.h"

/*
 * Writes a new file: one that is there already is left alone, and a file that could not be written whole is taken
 * away again. False: `complaint` is a sentence that names the file.
 */
bool record_file_save(const struct record *record, const char *path, char *error_text, size_t capacity);

#endif
