/*
 * play_notify.c: the command `notify`: by e-mail or webhook, of which events, and when not. Web Push needs a browser.
 *
 * Every request about notifications is answered with the player's choices, which the command shows in one line.
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "client-cli/language/language.h"
#include "client-cli/play/play_internal.h"
#include "client-cli/util/hours.h"
#include "client-cli/util/own_zone.h"
#include "common/base/array.h"

enum { PARTS_MAX = 8, ZONE_MAX = 41 };

/* The words of the command; those of a line (command/words.h) are shorter than URLs. */
struct parts {
    char text[sizeof((struct command *)0)->text];
    const char *word[PARTS_MAX];
    unsigned count;
};

static void split(struct parts *parts, const char *text)
{
    (void)snprintf(parts->text, sizeof parts->text, "%s", text);
    parts->count = 0;
    for (char *at = parts->text + strspn(parts->text, " \t"); *at != '\0' && parts->count < PARTS_MAX;) {
        char *end = at + strcspn(at, " \t");
        parts->word[parts->count++] = at;
        at = end + strspn(end, " \t"); /* the next word, or the end of the text */
        *end = '\0';
    }
}

/* ---- The answer ---------------------------------------------------------------------------------- */

/* Appends to the answer; what does not fit is left out. */
__attribute__((format(printf, 2, 3))) static void add(char answer[ANSWER_MAX], const char *format, ...)
{
    va_list arguments;
    size_t used = strlen(answer);
    va_start(arguments, format);
    (void)vsnprintf(answer + used, ANSWER_MAX - used, format, arguments);
    va_end(arguments);
}

static const char *text_of(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text == NULL ? "" : text;
}

/* The rest of a webhook's URL is a secret. */
static void add_channel(char answer[ANSWER_MAX], const json_t *channel, size_t number)
{
    const char *address = text_of(channel, "address");
    const char *kind = text_of(channel, "kind");
    const char *host = strstr(address, "://");
    add(answer, "%s%zu: ", number > 1 ? ", " : " ", number);
    if (strcmp(kind, "push") == 0) {
        add(answer, "%s", tr("a browser"));
    } else if (strcmp(kind, "mail") == 0 || host == NULL) {
        add(answer, "%s", address);
    } else {
        add(answer, "%.*s (%s)", (int)strcspn(host + 3, "/?"), host + 3, text_of(channel, "format"));
    }
    if (json_is_false(json_object_get(channel, "confirmed"))) {
        add(answer, " (%s)", tr("type notify code and the code from the e-mail"));
    }
}

static void add_choices(char answer[ANSWER_MAX], const json_t *ok)
{
    const json_t *quiet = json_object_get(ok, "quiet");
    int from = (int)json_integer_value(json_object_get(quiet, "from"));
    int until = (int)json_integer_value(json_object_get(quiet, "until"));
    size_t i;
    const json_t *event;
    add(answer, "; %s", tr("events:"));
    json_array_foreach (json_object_get(ok, "events"), i, event) {
        add(answer, " %s", json_is_string(event) ? json_string_value(event) : "");
    }
    if (from != until) {
        add(answer, "; %s %02d:%02d-%02d:%02d", tr("quiet:"), from / MINUTES_PER_HOUR,
            from % MINUTES_PER_HOUR, until / MINUTES_PER_HOUR, until % MINUTES_PER_HOUR);
        if (text_of(quiet, "time_zone")[0] != '\0') {
            add(answer, " (%s)", text_of(quiet, "time_zone"));
        }
    }
}

static void show(struct play_request *request, const json_t *ok)
{
    char answer[ANSWER_MAX];
    const json_t *channels = json_object_get(ok, "channels");
    if (json_array_size(json_object_get(ok, "offers")) == 0) {
        play_answer(request->play, false, "%s", tr("This server sends no notifications."));
        return;
    }
    if (json_array_size(channels) == 0) {
        play_answer(request->play, true, "%s",
                    tr("You get no notifications. Type notify mail ADDRESS or notify webhook URL FORMAT."));
        return;
    }
    (void)snprintf(answer, sizeof answer, "%s", tr("Notifications go to"));
    for (size_t i = 0; i < json_array_size(channels); i++) {
        add_channel(answer, json_array_get(channels, i), i + 1);
    }
    add_choices(answer, ok);
    play_answer(request->play, true, "%s", answer);
}

/* ---- Channels that are named by their number or kind -------------------------------------------------- */

static void send_about(struct play_request *request, const char *verb, json_t *keys)
{
    (void)play_send_request(request->play, verb, keys, false, &request->command, show);
}

/* Removes the channel whose number was typed. */
static void remove_found(struct play_request *request, const json_t *ok)
{
    struct parts words = {0};
    split(&words, request->command.text);
    char *end = NULL;
    unsigned long number = strtoul(words.word[1], &end, 10);
    const json_t *channel =
        *end != '\0' || number == 0 ? NULL : json_array_get(json_object_get(ok, "channels"), number - 1);
    if (channel == NULL) {
        play_answer(request->play, false, "%s", tr("There is no such number; notify lists them."));
    } else {
        send_about(request, "unsubscribe", json_pack("{s:s}", "channel", text_of(channel, "channel")));
    }
}

/* Confirms the e-mail address that is waiting for a code. */
static void confirm_found(struct play_request *request, const json_t *ok)
{
    size_t i;
    const json_t *channel;
    struct parts words = {0};
    split(&words, request->command.text);
    json_array_foreach (json_object_get(ok, "channels"), i, channel) {
        if (json_is_false(json_object_get(channel, "confirmed"))) {
            send_about(request, "confirm",
                       json_pack("{s:s,s:s}", "channel", text_of(channel, "channel"), "code", words.word[1]));
            return;
        }
    }
    play_answer(request->play, false, "%s", tr("No e-mail address is waiting for a code."));
}

/* ---- The words of the command ---------------------------------------------------------------------- */

static const char *current_language(void)
{
    return language_current() == LANGUAGE_ITALIAN ? "it" : "en";
}

static json_t *mail_keys(const struct parts *words)
{
    return json_pack("{s:s,s:s,s:s}", "kind", "mail", "address", words->word[1], "language",
                     current_language());
}

static json_t *webhook_keys(const struct parts *words)
{
    return json_pack("{s:s,s:s,s:s,s:s}", "kind", "webhook", "address", words->word[1], "format",
                     words->count > 2 ? words->word[2] : "json", "language", current_language());
}

static json_t *events_keys(const struct parts *words)
{
    json_t *events = json_array();
    for (unsigned i = 1; i < words->count; i++) {
        if (strcmp(words->word[i], "none") != 0) {
            (void)json_array_append_new(events, json_string(words->word[i]));
        }
    }
    return json_pack("{s:o}", "events", events);
}

/* Returns this machine's offset from UTC in minutes. */
static int zone_minutes(void)
{
    struct tm here, there;
    time_t now = time(NULL);
    (void)localtime_r(&now, &here);
    (void)gmtime_r(&now, &there);
    int days = here.tm_year != there.tm_year ? here.tm_year - there.tm_year : here.tm_yday - there.tm_yday;
    return days * MINUTES_PER_DAY + (here.tm_hour - there.tm_hour) * MINUTES_PER_HOUR + here.tm_min -
           there.tm_min;
}

/* Returns NULL if it is neither HH:MM-HH:MM nor off. The offset is for servers that don't know the zone. */
static json_t *quiet_keys(const struct parts *words)
{
    const char *text = words->word[1];
    char zone[ZONE_MAX];
    unsigned from = 0, until = 0;
    if (strcmp(text, "off") != 0 && !hours_read(text, strlen(text), &from, &until)) {
        return NULL;
    }
    int minutes = zone_minutes();
    json_t *quiet = json_pack("{s:i,s:i,s:i}", "from", (int)from, "until", (int)until, "zone", minutes);
    own_zone(zone, sizeof zone);
    if (strcmp(zone, "UTC") != 0 || minutes == 0) { /* UTC also stands for a zone without a name */
        (void)json_object_set_new(quiet, "time_zone", json_string(zone));
    }
    return json_pack("{s:o}", "quiet", quiet);
}

static json_t *no_keys(const struct parts *words)
{
    (void)words;
    return json_object();
}

static const struct {
    const char *word, *verb;
    unsigned least; /* words, with the first */
    json_t *(*keys)(const struct parts *words);
    play_reply_handler *succeeded;
} ways[] = {
    {"", "notify", 0, no_keys, show},
    {"mail", "subscribe", 2, mail_keys, show},
    {"webhook", "subscribe", 2, webhook_keys, show},
    {"code", "notify", 2, no_keys, confirm_found},
    {"remove", "notify", 2, no_keys, remove_found},
    {"events", "notify", 2, events_keys, show},
    {"quiet", "notify", 2, quiet_keys, show},
};

void play_run_notify(struct play *play, const struct command *command)
{
    struct parts words = {0};
    split(&words, command->text);
    const char *first = words.count == 0 ? "" : words.word[0];
    for (size_t i = 0; i < COUNT(ways); i++) {
        json_t *keys =
            strcmp(ways[i].word, first) == 0 && words.count >= ways[i].least ? ways[i].keys(&words) : NULL;
        if (keys != NULL) {
            (void)play_send_request(play, ways[i].verb, keys, false, command, ways[i].succeeded);
            return;
        }
    }
    play_answer(
        play, false, "%s",
        tr("Type notify mail ADDRESS, webhook URL [json|discord|slack|matrix|ntfy], code CODE, remove "
           "NUMBER, events turn|invite|over|chat|clock..., or quiet HH:MM-HH:MM|off."));
}
