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
    {"rename", NEEDS_HELLO | COSTS(2), do_rename, {MUST("name", STRING)}},
    {"tables",
     NEEDS_HELLO | COSTS(2),
     do_tables,
     {MAY("limit", INTEGER), MAY("before", STRING), MAY("game", STRING), MAY("state", STRING)}},
    {"mine", NEEDS_HELLO | COSTS(2), do_mine, NO_KEYS},
    {"peek", NEEDS_TABLE | OPENS_SHARED | COSTS(2), do_peek, {MAY("table", STRING), MAY("invite", STRING)}},
    {"create",
     NEEDS_HELLO | NEEDS_KEY,
     do_create,
     {MUST("key", STRING), MUST("game", STRING), MAY("options", ARRAY), MAY("private", BOOLEAN),
      MAY("counts", BOOLEAN), MAY("aids", STRING), MAY("clock", INTEGER), MAY("level", STRING),
      MAY("pace", STRING), MAY("commentary", BOOLEAN), MAY("spectator_aids", BOOLEAN), MAY("night", OBJECT),
      MAY("days_off", INTEGER), MAY("lesson", STRING)}},
    {"settings",
     TABLE_AND | NEEDS_HOST | NEEDS_TURN | FANS_OUT | LISTS,
     do_settings,
     {MUST("table", STRING), MAY("options", ARRAY), MAY("private", BOOLEAN), MAY("counts", BOOLEAN),
      MAY("aids", STRING), MAY("clock", INTEGER), MAY("level", STRING), MAY("pace", STRING),
      MAY("commentary", BOOLEAN), MAY("spectator_aids", BOOLEAN), MAY("night", OBJECT),
      MAY("days_off", INTEGER)}},
    {"consent",
     TABLE_AND | NEEDS_SEAT | NEEDS_TURN | FANS_OUT | LISTS,
     do_consent,
     {MUST("table", STRING), MUST("agree", BOOLEAN)}},
    {"share",
     TABLE_AND | NEEDS_SEAT | NEEDS_TURN | FANS_OUT,
     do_share,
     {MUST("table", STRING), MUST("open", BOOLEAN)}},
    {"join",
     TABLE_AND | NEEDS_TURN | FANS_OUT | LISTS,
     do_join,
     {MAY("table", STRING), MAY("invite", STRING), MAY("pawns", ARRAY)}},
    {"pawns",
     TABLE_AND | NEEDS_SEAT | NEEDS_TURN | FANS_OUT | LISTS,
     do_pawns,
     {MUST("table", STRING), MUST("pawns", ARRAY)}},
    {"leave", TABLE_AND | NEEDS_SEAT | NEEDS_TURN | FANS_OUT | LISTS, do_leave, {MUST("table", STRING)}},
    {"kick",
     TABLE_AND | NEEDS_HOST | NEEDS_TURN | FANS_OUT | LISTS,
     do_kick,
     {MUST("table", STRING), MUST("player", STRING)}},
    {"host",
     TABLE_AND | NEEDS_HOST | NEEDS_TURN | FANS_OUT | LISTS,
     do_host,
     {MUST("table", STRING), MUST("player", STRING)}},
    {"seat",
     TABLE_AND | NEEDS_TURN | ENDS_SUBSTITUTION | FANS_OUT,
     do_seat,
     {MUST("table", STRING), MAY("pawns", ARRAY), MAY("player", STRING), MAY("agree", BOOLEAN)}},
    {"away",
     TABLE_AND | NEEDS_SEAT | NEEDS_TURN | ENDS_SUBSTITUTION | FANS_OUT | LISTS,
     do_away,
     {MUST("table", STRING), MUST("until", INTEGER)}},
    {"bot",
     TABLE_AND | NEEDS_SEAT | NEEDS_TURN | FANS_OUT | LISTS,
     do_bot,
     {MUST("table", STRING), MUST("pawns", ARRAY), MUST("level", STRING)}},
    {"start", TABLE_AND | NEEDS_HOST | NEEDS_TURN | FANS_OUT | LISTS, do_start, {MUST("table", STRING)}},
    {"rematch",
     TABLE_AND | NEEDS_SEAT | NEEDS_TURN | COSTS(2),
     do_rematch,
     {MUST("table", STRING), MAY("roles", STRING), MAY("options", ARRAY)}},
    {"act",
     TABLE_AND | NEEDS_SEAT | NEEDS_KEY | NEEDS_TURN | ENDS_SUBSTITUTION | FANS_OUT,
     do_act,
     {MUST("table", STRING), MUST("key", STRING), MUST("action", OBJECT), MAY("seq", INTEGER),
      MAY("lesson", BOOLEAN)}},
    {"undo",
     TABLE_AND | NEEDS_SEAT | NEEDS_KEY | NEEDS_TURN | ENDS_SUBSTITUTION | FANS_OUT | COSTS(2),
     do_undo,
     {MUST("table", STRING), MUST("key", STRING), MAY("seq", INTEGER)}},
    {"redo",
     TABLE_AND | NEEDS_SEAT | NEEDS_KEY | NEEDS_TURN | ENDS_SUBSTITUTION | FANS_OUT | COSTS(2),
     do_redo,
     {MUST("table", STRING), MUST("key", STRING), MAY("seq", INTEGER)}},
    {"takeback",
     TABLE_AND | NEEDS_SEAT | NEEDS_TURN | ENDS_SUBSTITUTION | FANS_OUT | COSTS(2),
     do_takeback,
     {MUST("table", STRING), MAY("key", STRING), MAY("seq", INTEGER), MAY("agree", BOOLEAN),
      MAY("event", INTEGER)}},
    {"resign",
     TABLE_AND | NEEDS_SEAT | NEEDS_KEY | NEEDS_TURN | ENDS_SUBSTITUTION | FANS_OUT,
     do_resign,
     {MUST("table", STRING), MUST("key", STRING)}},
    {"suggest",
     TABLE_AND | NEEDS_SEAT | COSTS(2),
     do_suggest,
     {MUST("table", STRING), MUST("what", STRING), MUST("level", STRING)}},
    {"hint", TABLE_AND | NEEDS_SEAT | COSTS(2), do_hint, {MUST("table", STRING)}},
    {"watch",
     TABLE_AND | ENDS_SUBSTITUTION | FANS_OUT | LISTS | COSTS(2),
     do_watch,
     {MAY("table", STRING), MAY("invite", STRING), MAY("since", INTEGER), MAY("views", BOOLEAN),
      MAY("commentary", STRING), MAY("away", BOOLEAN)}},
    {"unwatch", NEEDS_HELLO, do_unwatch, {MUST("table", STRING)}},
    {"chat",
     TABLE_AND | NEEDS_KEY | ENDS_SUBSTITUTION | FANS_OUT,
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
    {"look", TABLE_AND, do_look, {MUST("table", STRING), MUST("away", BOOLEAN)}},
    {"notify",
     NEEDS_HELLO | COSTS(2),
     do_notify,
     {MAY("events", ARRAY), MAY("quiet", OBJECT), MAY("language", STRING)}},
    {"subscribe",
     NEEDS_HELLO | COSTS(5),
     do_subscribe,
     {MUST("kind", STRING), MUST("address", STRING), MAY("p256dh", STRING), MAY("auth", STRING),
      MAY("format", STRING), MAY("language", STRING)}},
    {"confirm", NEEDS_HELLO | COSTS(2), do_confirm, {MUST("channel", STRING), MUST("code", STRING)}},
    {"unsubscribe", NEEDS_HELLO | COSTS(2), do_unsubscribe, {MUST("channel", STRING)}},
    {"archive",
     NEEDS_HELLO | COSTS(3),
     do_archive,
     {MAY("limit", INTEGER), MAY("before", STRING), MAY("game", STRING), MAY("player", STRING),
      MAY("side", STRING), MAY("winner", STRING), MAY("option", STRING)}},
    {"stats", COSTS(2), do_stats, {MAY("player", STRING)}},
    {"record", OPENS_SHARED | COSTS(2), do_record, {MUST("table", STRING), MAY("invite", STRING)}},
    {"replay",
     OPENS_SHARED | COSTS(3),
     do_replay,
     {MUST("table", STRING), MAY("invite", STRING), MUST("as", STRING), MAY("from", INTEGER),
      MAY("count", INTEGER), MAY("deduce", BOOLEAN)}},
    {"review", OPENS_SHARED | COSTS(3), do_review, {MUST("table", STRING), MAY("invite", STRING)}},
    {"puzzle", COSTS(3), do_puzzle, {MUST("number", INTEGER)}},
    {"deduce",
     NEEDS_TABLE | OPENS_SHARED | COSTS(2),
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
