/* device_codes.c: see device_codes.h. */
#include "server/verbs/account/device_codes.h"

#include <ctype.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>

static void make_upper_case(char *text)
{
    for (; *text != '\0'; text++) {
        *text = (char)toupper((unsigned char)*text);
    }
}

void code_draw(char shown[CODE_LENGTH + 1])
{
    char text[CODE_CHARACTERS + 1];
    identity_random_text(text, CODE_CHARACTERS);
    make_upper_case(text);
    (void)snprintf(shown, CODE_LENGTH + 1, "%.4s-%.4s", text, text + CODE_CHARACTERS / 2);
    sodium_memzero(text, sizeof text);
}

/* Copies what was typed without hyphens and blanks. Returns false if it is not as long as a code. */
static bool read_typed(const char *typed, char text[CODE_CHARACTERS + 1])
{
    size_t length = 0;
    for (; *typed != '\0'; typed++) {
        if (*typed == '-' || *typed == ' ') {
            continue;
        }
        if (length == CODE_CHARACTERS) {
            return false;
        }
        text[length++] = *typed;
    }
    text[length] = '\0';
    make_upper_case(text);
    return length == CODE_CHARACTERS;
}

bool code_hash(const char *typed, char hash[TOKEN_HASH_LENGTH + 1])
{
    char text[CODE_CHARACTERS + 1];
    char marked[sizeof "code " + CODE_CHARACTERS];
    if (!read_typed(typed, text)) {
        return false;
    }
    (void)snprintf(marked, sizeof marked, "code %s", text);
    identity_hash_token(marked, hash);
    sodium_memzero(text, sizeof text);
    sodium_memzero(marked, sizeof marked);
    return true;
}
