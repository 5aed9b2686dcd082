/* replay.h: replays of record files, which the transport receives as POST /replay. */
#ifndef GASLIGHT_REPLAY_H
#define GASLIGHT_REPLAY_H

#include "server/net/transport.h"
#include "server/verbs/dispatch.h"

/* Answers `request` later, with transport_answer(). The file is not stored. */
void replay_file(struct dispatch *dispatch, struct http_request *request, const struct replay_query *query,
                 const char *body, size_t length);

#endif
