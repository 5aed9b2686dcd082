/*
 * record_file.h: saves a record to a file, for `record FILE` at a table and `save FILE` in a replay.
 */
#ifndef GASLIGHT_RECORD_FILE_H
#define GASLIGHT_RECORD_FILE_H

#include "common/wire/record.h"

/*
 * Creates a new file; an existing one is not overwritten, and an incomplete one is removed. Returns false on failure,
 * with a sentence that names the file in `error_text`.
 */
bool record_file_save(const struct record *record, const char *path, char *error_text, size_t capacity);

#endif
