/* settings.h: reads the settings of a table from a request. */
#ifndef GASLIGHT_SETTINGS_H
#define GASLIGHT_SETTINGS_H

#include "server/verbs/dispatch.h"

/* Reads a list of a game's options, each at most once; NULL is an empty list. Returns false if it is anything else. */
bool read_options(const json_t *list, enum game_kind game, uint32_t *options);

/* Reads the settings that the request has into `lobby`, whose game is known. The others stay as they are. */
enum error read_settings(const struct request *request, struct lobby *lobby);

#endif
