/*
 * picture.h: a picture of a finished game: the board, Jack's whole trail night by night, what the police found, and who
 * played. SVG, as text.
 *
 * A pure computation over a record; the same record always gives the same bytes. It shows everything that was secret, so
 * a game that is not over is refused. There are no sentences in it, so it is the same in every language. Whatever a
 * record holds, the text is well-formed XML without scripts or links: names are escaped, and each is a text of its own
 * that cannot change the direction of others.
 *
 * Used by `gaslight record picture` and by the server's /picture/TABLE.svg.
 */
#ifndef GASLIGHT_PICTURE_H
#define GASLIGHT_PICTURE_H

#include "common/base/buffer.h"
#include "common/wire/record.h"

/*
 * Appends the picture to `out`. Returns false after filling in `error`: the rules reject the record, its game is not
 * over (ERROR_NOT_FINISHED), or there is no memory (ERROR_STORAGE); `out` may then hold a part of it.
 */
bool picture_write(const struct record *record, const struct board *board, struct buffer *out,
                   struct record_error *error);

#endif
