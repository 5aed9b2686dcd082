/* record_picture.h: writes a picture of a recorded game. */
#ifndef GASLIGHT_RECORD_PICTURE_H
#define GASLIGHT_RECORD_PICTURE_H

#include "client-cli/util/output.h"
#include "common/wire/record.h"

/* Returns whether a file of this name is to be a PNG: its name ends in ".png". */
bool record_picture_is_png(const char *path);

/*
 * Writes the picture to the file `path`, or to standard output if that is NULL or "-". A PNG is made by rsvg-convert,
 * which has to be installed. Returns STATUS_BAD on failure: the file's problem has been printed; if the record is to
 * blame, `error` says why and `*bad_record` is true.
 */
enum status record_picture(const struct record *record, const struct board *board, const char *path,
                           struct record_error *error, bool *bad_record);

#endif
