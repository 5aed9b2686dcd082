/*
 * one_shot.h: short runs that fetch something and end: `gaslight lobby` in lines, a record for a replay.
 */
#ifndef GASLIGHT_ONE_SHOT_H
#define GASLIGHT_ONE_SHOT_H

#include "client-cli/play/play.h"
#include "client-cli/util/output.h"
#include "common/wire/record.h"

/* Prints the public tables and the player's own. */
enum status one_shot_lobby(const struct play_settings *settings);

/* Fetches the record of a finished game; on STATUS_OK the caller frees it. */
enum status one_shot_record(const struct play_settings *settings, const char *table, struct record *record);

/* Prints statistics: of the server (""), of the player themselves ("me") or of a player's id; as lines, or as JSON. */
enum status one_shot_stats(const struct play_settings *settings, const char *player, bool json);

#endif
