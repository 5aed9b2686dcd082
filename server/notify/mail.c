/* mail.c: see mail.h. */
#include "server/notify/mail.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "common/base/buffer.h"

enum {
    LINE_BYTES = 57, /* become 76 characters of base64 */
    LINE_MAX_BYTES = 80,
    DATE_MAX = 64,
    TEXT_MAX = NOTICE_TEXT_MAX + 2 * NOTICE_URL_MAX + 256,
};

static const struct {
    const char *code_subject, *leave;
} words[LANGUAGE_COUNT] = {
    [LANGUAGE_ENGLISH] = {"Gaslight: your code", "To stop these messages: "},
    [LANGUAGE_ITALIAN] = {"Gaslight: il tuo codice", "Per non ricevere più questi messaggi: "},
};

/* Aborts if there is no memory: what was to be sent is still in the store. */
static void add(struct buffer *out, const char *text)
{
    if (!buffer_add(out, text, strlen(text))) {
        abort();
    }
}

static void add_header(struct buffer *out, const char *name, const char *value)
{
    add(out, name);
    add(out, ": ");
    add(out, value);
    add(out, "\r\n");
}

static void unsubscribe_url(const struct mail *mail, char url[NOTICE_URL_MAX])
{
    (void)snprintf(url, NOTICE_URL_MAX, "%s/unsubscribe/%s", mail->public_url, mail->channel);
}

static void write_date(int64_t now, char date[DATE_MAX])
{
    struct tm parts;
    time_t seconds = (time_t)now;
    (void)gmtime_r(&seconds, &parts);
    (void)strftime(date, DATE_MAX, "%a, %d %b %Y %H:%M:%S +0000", &parts);
}

static void add_headers(struct buffer *out, const struct mail *mail, const struct notice *notice,
                        enum notice_language language)
{
    char value[NOTICE_URL_MAX + 2];
    char url[NOTICE_URL_MAX];
    char date[DATE_MAX];
    char subject[NOTICE_TEXT_MAX];
    const char *domain = strchr(mail->sender, '@');
    write_date(mail->now, date);
    add_header(out, "Date", date);
    (void)snprintf(value, sizeof value, "Gaslight <%s>", mail->sender);
    add_header(out, "From", value);
    add_header(out, "To", mail->recipient);
    if (notice->kind == NOTICE_CODE) {
        (void)snprintf(subject, sizeof subject, "%s", words[language].code_subject);
    } else {
        (void)snprintf(subject, sizeof subject, "Gaslight: %s", notice_game_title(notice));
    }
    add_header(out, "Subject", subject);
    /* Must not contain the channel's id, which is all it takes to unsubscribe: replies quote this header. */
    (void)snprintf(value, sizeof value, "<%s%s>", mail->id, domain == NULL ? "@localhost" : domain);
    add_header(out, "Message-ID", value);
    unsubscribe_url(mail, url);
    (void)snprintf(value, sizeof value, "<%s>", url);
    add_header(out, "List-Unsubscribe", value);
    add_header(out, "List-Unsubscribe-Post", "List-Unsubscribe=One-Click");
    add_header(out, "Auto-Submitted", "auto-generated");
    add_header(out, "MIME-Version", "1.0");
    add_header(out, "Content-Type", "text/plain; charset=utf-8");
    add_header(out, "Content-Transfer-Encoding", "base64");
    add(out, "\r\n");
}

static void add_base64(struct buffer *out, const char *text)
{
    size_t length = strlen(text);
    for (size_t at = 0; at < length; at += LINE_BYTES) {
        char line[LINE_MAX_BYTES];
        size_t piece = length - at < LINE_BYTES ? length - at : LINE_BYTES;
        (void)sodium_bin2base64(line, sizeof line, (const unsigned char *)text + at, piece,
                                sodium_base64_VARIANT_ORIGINAL);
        add(out, line);
        add(out, "\r\n");
    }
}

char *mail_write(const struct mail *mail, const struct notice *notice, enum notice_language language)
{
    struct buffer out = {0};
    char sentence[NOTICE_TEXT_MAX];
    char url[NOTICE_URL_MAX];
    char leave[NOTICE_URL_MAX];
    char text[TEXT_MAX];
    notice_text(notice, language, sentence);
    notice_url(notice, mail->public_url, url);
    unsubscribe_url(mail, leave);
    (void)snprintf(text, sizeof text, "%s\r\n\r\n%s\r\n\r\n-- \r\n%s%s\r\n", sentence, url,
                   words[language].leave, leave);
    add_headers(&out, mail, notice, language);
    add_base64(&out, text);
    return buffer_take(&out);
}
