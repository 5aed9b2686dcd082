/* verbs.c: the table of requests. */
#include "server/verbs/verbs.h"

#include <string.h>

#include "common/base/array.h"

#define TABLE_AND (NEEDS_HELLO | NEEDS_TABLE)
#define NO_KEYS \
    { \
        { \
            NULL, KEY_STRING, false \
        } \
    }
#define MUST(name, type) \
    { \
        name, KEY_##type, false \
    }
#define MAY(name, type) \
    { \
        name, KEY_##type, true \
    }

static const struct verb verbs[] = {
    {"hello", NEEDS_NOTHING, do_hello, {MAY("name", STRING), MAY("token", STRING), MAY("code", STRING)}},
    {"ping", NEEDS_NOTHING, do_ping, NO_KEYS},
    {"code", NEEDS_HELLO, do_code, NO_KEYS},
    {"rename", NEEDS_HELLO, do_rename, {MUST("name", STRING)}},
    {"tables", NEEDS_HELLO, do_tables, NO_KEYS},
    {"mine", NEEDS_HELLO, do_mine, NO_KEYS},
    {"peek", NEEDS_TABLE | OPENS_SHARED, do_peek, {MAY("table", STRING), MAY("invite", STRING)}},
    {"create",
     NEEDS_HELLO | NEEDS_KEY,
     do_create,
     {MUST("key", STRING), MUST("game", STRING), MAY("options", ARRAY), MAY("private", BOOLEAN),
      MAY("aids", STRING), MAY("clock", INTEGER), MAY("level", STRING), MAY("pace", STRING),
      MAY("commentary", BOOLEAN)}},
    {"settings",
     TABLE_AND | NEEDS_HOST | NEEDS_TURN,
     do_settings,
     {MUST("table", STRING), MAY("options", ARRAY), MAY("private", BOOLEAN), MAY("aids", STRING),
      MAY("clock", INTEGER), MAY("level", STRING), MAY("pace", STRING), MAY("commentary", BOOLEAN)}},
    {"consent",
     TABLE_AND | NEEDS_SEAT | NEEDS_TURN,
     do_consent,
     {MUST("table", STRING), MUST("agree", BOOLEAN)}},
    {"share", TABLE_AND | NEEDS_SEAT | NEEDS_TURN, do_share, {MUST("table", STRING), MUST("open", BOOLEAN)}},
    {"join",
     TABLE_AND | NEEDS_TURN,
     do_join,
     {MAY("table", STRING), MAY("invite", STRING), MAY("pawns", ARRAY)}},
    {"pawns", TABLE_AND | NEEDS_SEAT | NEEDS_TURN, do_pawns, {MUST("table", STRING), MUST("pawns", ARRAY)}},
    {"leave", TABLE_AND | NEEDS_SEAT | NEEDS_TURN, do_leave, {MUST("table", STRING)}},
    {"kick", TABLE_AND | NEEDS_HOST | NEEDS_TURN, do_kick, {MUST("table", STRING), MUST("player", STRING)}},
    {"host", TABLE_AND | NEEDS_HOST | NEEDS_TURN, do_host, {MUST("table", STRING), MUST("player", STRING)}},
    {"seat",
     TABLE_AND | NEEDS_HOST | NEEDS_TURN,
     do_seat,
     {MUST("table", STRING), MUST("pawns", ARRAY), MUST("player", STRING)}},
    {"bot",
     TABLE_AND | NEEDS_SEAT | NEEDS_TURN,
     do_bot,
     {MUST("table", STRING), MUST("pawns", ARRAY), MUST("level", STRING)}},
    {"start", TABLE_AND | NEEDS_HOST | NEEDS_TURN, do_start, {MUST("table", STRING)}},
    {"rematch",
     TABLE_AND | NEEDS_SEAT | NEEDS_TURN,
     do_rematch,
     {MUST("table", STRING), MAY("roles", STRING), MAY("options", ARRAY)}},
    {"act",
     TABLE_AND | NEEDS_SEAT | NEEDS_KEY | NEEDS_TURN | ENDS_SUBSTITUTION,
     do_act,
     {MUST("table", STRING), MUST("key", STRING), MUST("action", OBJECT), MAY("seq", INTEGER)}},
    {"undo",
     TABLE_AND | NEEDS_SEAT | NEEDS_KEY | NEEDS_TURN | ENDS_SUBSTITUTION,
     do_undo,
     {MUST("table", STRING), MUST("key", STRING), MAY("seq", INTEGER)}},
    {"redo",
     TABLE_AND | NEEDS_SEAT | NEEDS_KEY | NEEDS_TURN | ENDS_SUBSTITUTION,
     do_redo,
     {MUST("table", STRING), MUST("key", STRING), MAY("seq", INTEGER)}},
    {"takeback",
     TABLE_AND | NEEDS_SEAT | NEEDS_TURN | ENDS_SUBSTITUTION,
     do_takeback,
     {MUST("table", STRING), MAY("key", STRING), MAY("seq", INTEGER), MAY("agree", BOOLEAN),
      MAY("event", INTEGER)}},
    {"resign",
     TABLE_AND | NEEDS_SEAT | NEEDS_KEY | NEEDS_TURN | ENDS_SUBSTITUTION,
     do_resign,
     {MUST("table", STRING), MUST("key", STRING)}},
    {"suggest",
     TABLE_AND | NEEDS_SEAT,
     do_suggest,
     {MUST("table", STRING), MUST("what", STRING), MUST("level", STRING)}},
    {"watch",
     TABLE_AND | ENDS_SUBSTITUTION,
     do_watch,
     {MAY("table", STRING), MAY("invite", STRING), MAY("since", INTEGER), MAY("views", BOOLEAN),
      MAY("commentary", STRING)}},
    {"unwatch", NEEDS_HELLO, do_unwatch, {MUST("table", STRING)}},
    {"chat",
     TABLE_AND | NEEDS_KEY | NEEDS_TURN | ENDS_SUBSTITUTION,
     do_chat,
     {MUST("table", STRING), MAY("invite", STRING), MUST("key", STRING), MUST("to", STRING),
      MUST("text", STRING)}},
    {"marks",
     TABLE_AND | NEEDS_SEAT | ENDS_SUBSTITUTION,
     do_marks,
     {MUST("table", STRING), MUST("marks", ARRAY)}},
    {"point",
     TABLE_AND | NEEDS_SEAT | ENDS_SUBSTITUTION,
     do_point,
     {MUST("table", STRING), MAY("circle", INTEGER), MAY("crossing", INTEGER)}},
    {"archive",
     NEEDS_HELLO,
     do_archive,
     {MAY("limit", INTEGER), MAY("before", STRING), MAY("game", STRING), MAY("player", STRING)}},
    {"record", OPENS_SHARED, do_record, {MUST("table", STRING), MAY("invite", STRING)}},
    {"replay",
     OPENS_SHARED,
     do_replay,
     {MUST("table", STRING), MAY("invite", STRING), MUST("as", STRING), MAY("from", INTEGER),
      MAY("count", INTEGER), MAY("deduce", BOOLEAN)}},
    {"deduce",
     NEEDS_TABLE | OPENS_SHARED,
     do_deduce,
     {MUST("table", STRING), MAY("invite", STRING), MAY("at", INTEGER), MAY("circle", INTEGER),
      MAY("crossing", INTEGER)}},
};

const struct verb *verb_find(const char *name)
{
    for (size_t i = 0; i < COUNT(verbs); i++) {
        if (strcmp(verbs[i].name, name) == 0) {
            return &verbs[i];
        }
    }
    return NULL;
}
