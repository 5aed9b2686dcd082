/* notice.c: see notice.h. */
#include "server/notify/notice.h"

#include <jansson.h>
#include <stdio.h>
#include <string.h>

#include "common/base/array.h"
#include "common/wire/wire_names.h"

static const char *const events[SUBJECT_COUNT] = {[SUBJECT_TURN] = "turn",
                                                  [SUBJECT_INVITE] = "invite",
                                                  [SUBJECT_OVER] = "over",
                                                  [SUBJECT_CHAT] = "chat",
                                                  [SUBJECT_CLOCK] = "clock"};

static const char *const languages[LANGUAGE_COUNT] = {[LANGUAGE_ENGLISH] = "en", [LANGUAGE_ITALIAN] = "it"};

/* Players cannot choose kinds with SUBJECT_COUNT. In a sentence, %s is the game, or a code. */
static const struct {
    const char *name;
    enum notice_subject event;
    const char *text[LANGUAGE_COUNT];
} kinds[NOTICE_KIND_COUNT] = {
    [NOTICE_TURN] = {"turn", SUBJECT_TURN, {"It's your turn in %s.", "È il tuo turno in %s."}},
    [NOTICE_JOINED] = {"joined",
                       SUBJECT_INVITE,
                       {"Someone joined your %s table.", "Qualcuno si è unito al tuo tavolo di %s."}},
    [NOTICE_REMATCH] = {"rematch",
                        SUBJECT_INVITE,
                        {"You're invited to a rematch of %s.", "Ti aspetta una rivincita a %s."}},
    [NOTICE_OVER] = {"over", SUBJECT_OVER, {"Your game of %s has ended.", "La tua partita di %s è finita."}},
    [NOTICE_CHAT] = {"chat",
                     SUBJECT_CHAT,
                     {"There is a new message at your %s table.",
                      "C'è un nuovo messaggio al tuo tavolo di %s."}},
    [NOTICE_CLOCK] = {"clock",
                      SUBJECT_CLOCK,
                      {"Your time is running low in %s.", "Il tuo tempo sta per scadere in %s."}},
    [NOTICE_TEST] = {"test",
                     SUBJECT_COUNT,
                     {"You will get notifications from Gaslight here.",
                      "Le notifiche di Gaslight arrivano qui."}},
    [NOTICE_CODE] =
        {"code",
         SUBJECT_COUNT,
         {"Your code is %s. Type it in Gaslight to get notifications at this address. If you didn't ask "
          "for it, ignore this message.",
          "Il tuo codice è %s. Scrivilo in Gaslight per ricevere le notifiche a questo indirizzo. Se non "
          "l'hai chiesto tu, ignora questo messaggio."}},
};

static const char *const titles[GAME_KIND_COUNT] = {
    [GAME_WHITECHAPEL] = "Letters from Whitechapel", [GAME_WHITEHALL] = "Whitehall Mystery"};

/* Returns the index of a word, or `count`. */
static size_t find(const char *const *words, size_t count, const char *word)
{
    size_t i = 0;
    while (i < count && strcmp(words[i], word) != 0) {
        i++;
    }
    return i;
}

const char *subject_name(enum notice_subject event)
{
    return events[event];
}

enum notice_subject subject_from_name(const char *name)
{
    return (enum notice_subject)find(events, SUBJECT_COUNT, name);
}

const char *language_name(enum notice_language language)
{
    return languages[language];
}

enum notice_language language_from_name(const char *name)
{
    return (enum notice_language)find(languages, LANGUAGE_COUNT, name);
}

const char *notice_kind_name(enum notice_kind kind)
{
    return kinds[kind].name;
}

const char *notice_game_title(const struct notice *notice)
{
    return titles[notice->game];
}

int64_t notice_bit(enum notice_kind kind)
{
    return kinds[kind].event == SUBJECT_COUNT ? 0 : INT64_C(1) << kinds[kind].event;
}

/* Ids, names and codes have no characters that JSON escapes. */
void notice_write(const struct notice *notice, char body[NOTICE_BODY_MAX])
{
    (void)snprintf(body, NOTICE_BODY_MAX,
                   "{\"kind\":\"%s\",\"table\":\"%s\",\"game\":\"%s\",\"code\":\"%s\"}",
                   kinds[notice->kind].name, notice->table, game_name(notice->game), notice->code);
}

bool notice_read(struct notice *notice, const char *body)
{
    const char *kind = NULL, *table = NULL, *game = NULL, *code = NULL;
    json_t *json = json_loads(body, 0, NULL);
    *notice = (struct notice){.kind = NOTICE_KIND_COUNT, .game = GAME_KIND_COUNT};
    if (json_unpack(json, "{s:s,s:s,s:s,s:s}", "kind", &kind, "table", &table, "game", &game, "code",
                    &code) == 0) {
        for (size_t i = 0; i < COUNT(kinds); i++) {
            notice->kind = strcmp(kinds[i].name, kind) == 0 ? (enum notice_kind)i : notice->kind;
        }
        notice->game = game_from_name(game);
        (void)snprintf(notice->table, sizeof notice->table, "%s", table);
        (void)snprintf(notice->code, sizeof notice->code, "%s", code);
    }
    json_decref(json);
    return notice->kind != NOTICE_KIND_COUNT && notice->game != GAME_KIND_COUNT;
}

void notice_text(const struct notice *notice, enum notice_language language, char text[NOTICE_TEXT_MAX])
{
    const char *format = kinds[notice->kind].text[language];
    const char *value = notice->kind == NOTICE_CODE ? notice->code : titles[notice->game];
    const char *place = strstr(format, "%s");
    if (place == NULL) {
        (void)snprintf(text, NOTICE_TEXT_MAX, "%s", format);
    } else {
        (void)snprintf(text, NOTICE_TEXT_MAX, "%.*s%s%s", (int)(place - format), format, value, place + 2);
    }
}

void notice_url(const struct notice *notice, const char *public_url, char url[NOTICE_URL_MAX])
{
    if (notice->table[0] == '\0') {
        (void)snprintf(url, NOTICE_URL_MAX, "%s/", public_url);
    } else {
        (void)snprintf(url, NOTICE_URL_MAX, "%s/table/%s", public_url, notice->table);
    }
}
