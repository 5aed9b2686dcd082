/* codes.c: see codes.h. There are few at a time, so a list will do. */
#include "server/verbs/device_codes.h"

#include <ctype.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct entry {
    struct entry *next;
    struct code code;
};

struct codes {
    struct entry *first;
    size_t count;
};

struct codes *codes_new(void)
{
    return calloc(1, sizeof(struct codes));
}

/* Unlinks and frees what `at` points to. */
static void drop(struct codes *codes, struct entry **at)
{
    struct entry *entry = *at;
    *at = entry->next;
    sodium_memzero(entry, sizeof *entry);
    free(entry);
    codes->count--;
}

void codes_free(struct codes *codes)
{
    while (codes != NULL && codes->first != NULL) {
        drop(codes, &codes->first);
    }
    free(codes);
}

/* Where the code is, or the end of the list. Looks at all of them, so that time tells nothing. */
static struct entry **find_text(struct codes *codes, const char *text)
{
    struct entry **found = NULL;
    struct entry **at = &codes->first;
    for (; *at != NULL; at = &(*at)->next) {
        if (identity_equal((*at)->code.text, text)) {
            found = at;
        }
    }
    return found == NULL ? at : found;
}

static bool add(struct codes *codes, const struct code *code)
{
    struct entry *entry = codes->count < CODES_MAX ? calloc(1, sizeof *entry) : NULL;
    if (entry == NULL) {
        return false;
    }
    *entry = (struct entry){codes->first, *code};
    codes->first = entry;
    codes->count++;
    return true;
}

void codes_forget(struct codes *codes, const char *player)
{
    struct entry **at = &codes->first;
    while (*at != NULL) {
        if (strcmp((*at)->code.player, player) == 0) {
            drop(codes, at);
        } else {
            at = &(*at)->next;
        }
    }
}

void codes_sweep(struct codes *codes, uint64_t now)
{
    struct entry **at = &codes->first;
    while (*at != NULL) {
        if ((*at)->code.expires <= now) {
            drop(codes, at);
        } else {
            at = &(*at)->next;
        }
    }
}

size_t codes_count(const struct codes *codes)
{
    return codes->count;
}

/* ---- Drawing and taking ---- */

static void raise_case(char *text)
{
    for (; *text != '\0'; text++) {
        *text = (char)toupper((unsigned char)*text);
    }
}

bool codes_draw(struct codes *codes, const char *player, uint64_t now, uint64_t lifetime,
                char shown[CODE_LENGTH + 1])
{
    struct code code = {.expires = now + lifetime};
    (void)snprintf(code.player, sizeof code.player, "%s", player);
    codes_forget(codes, player);
    codes_sweep(codes, now);
    do {
        identity_draw(code.text, CODE_CHARACTERS);
        raise_case(code.text);
    } while (*find_text(codes, code.text) != NULL);
    if (!add(codes, &code)) {
        return false;
    }
    (void)snprintf(shown, CODE_LENGTH + 1, "%.4s-%.4s", code.text, code.text + CODE_CHARACTERS / 2);
    return true;
}

/* What was typed without hyphens and blanks. False: that is no code. */
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
    raise_case(text);
    return length == CODE_CHARACTERS;
}

bool codes_take(struct codes *codes, const char *typed, uint64_t now, struct code *code)
{
    char text[CODE_CHARACTERS + 1];
    codes_sweep(codes, now);
    if (!read_typed(typed, text)) {
        return false;
    }
    struct entry **at = find_text(codes, text);
    if (*at == NULL) {
        return false;
    }
    *code = (*at)->code;
    drop(codes, at);
    return true;
}

void codes_give_back(struct codes *codes, const struct code *code)
{
    for (const struct entry *entry = codes->first; entry != NULL; entry = entry->next) {
        if (strcmp(entry->code.player, code->player) == 0 || strcmp(entry->code.text, code->text) == 0) {
            return;
        }
    }
    (void)add(codes, code); /* without memory he draws another */
}
