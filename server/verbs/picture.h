/* picture.h: pictures of finished games, for GET /picture/TABLE.svg. */
#ifndef GASLIGHT_SERVER_PICTURE_H
#define GASLIGHT_SERVER_PICTURE_H

#include "server/net/transport.h"
#include "server/verbs/dispatch.h"

/*
 * Answers `request` later: with the picture of a finished game that everyone may see (a public one, or a private one that
 * its players have shared), otherwise with 404. Whoever asks is nobody in particular, so a private game, one in progress
 * and one that does not exist look the same.
 */
void picture_serve(struct dispatch *dispatch, struct http_request *request, const char *table);

#endif
