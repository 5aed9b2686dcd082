/* device_codes.c: see device_codes.h. There are few codes at a time, so they are kept in a list. */
#include "server/verbs/device_codes.h"

#include <ctype.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/queue.h>

struct entry {
    LIST_ENTRY(entry) link;
    struct code code;
};

struct codes {
    LIST_HEAD(, entry) all;
    size_t count;
};

struct codes *codes_new(void)
{
    struct codes *codes = calloc(1, sizeof *codes);
    if (codes != NULL) {
        LIST_INIT(&codes->all);
    }
    return codes;
}

static void remove_entry(struct codes *codes, struct entry *entry)
{
    LIST_REMOVE(entry, link);
    sodium_memzero(entry, sizeof *entry);
    free(entry);
    codes->count--;
}

void codes_free(struct codes *codes)
{
    struct entry *next;
    for (struct entry *entry = codes == NULL ? NULL : LIST_FIRST(&codes->all); entry != NULL; entry = next) {
        next = LIST_NEXT(entry, link);
        remove_entry(codes, entry);
    }
    free(codes);
}

/* Returns NULL if there is no such code. Compares with all of them, so that the time it takes reveals nothing. */
static struct entry *find_text(const struct codes *codes, const char *text)
{
    struct entry *found = NULL;
    struct entry *entry;
    LIST_FOREACH (entry, &codes->all, link) {
        if (identity_equal(entry->code.text, text)) {
            found = entry;
        }
    }
    return found;
}

static bool add(struct codes *codes, const struct code *code)
{
    struct entry *entry = codes->count < CODES_MAX ? calloc(1, sizeof *entry) : NULL;
    if (entry == NULL) {
        return false;
    }
    entry->code = *code;
    LIST_INSERT_HEAD(&codes->all, entry, link);
    codes->count++;
    return true;
}

void codes_remove(struct codes *codes, const char *player)
{
    struct entry *next;
    for (struct entry *entry = LIST_FIRST(&codes->all); entry != NULL; entry = next) {
        next = LIST_NEXT(entry, link);
        if (strcmp(entry->code.player, player) == 0) {
            remove_entry(codes, entry);
        }
    }
}

void codes_sweep(struct codes *codes, uint64_t now)
{
    struct entry *next;
    for (struct entry *entry = LIST_FIRST(&codes->all); entry != NULL; entry = next) {
        next = LIST_NEXT(entry, link);
        if (entry->code.expires <= now) {
            remove_entry(codes, entry);
        }
    }
}

size_t codes_count(const struct codes *codes)
{
    return codes->count;
}

/* ---- drawing and taking ---- */

static void make_upper_case(char *text)
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
    codes_remove(codes, player);
    codes_sweep(codes, now);
    do {
        identity_random_text(code.text, CODE_CHARACTERS);
        make_upper_case(code.text);
    } while (find_text(codes, code.text) != NULL);
    if (!add(codes, &code)) {
        return false;
    }
    (void)snprintf(shown, CODE_LENGTH + 1, "%.4s-%.4s", code.text, code.text + CODE_CHARACTERS / 2);
    return true;
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

bool codes_take(struct codes *codes, const char *typed, uint64_t now, struct code *code)
{
    char text[CODE_CHARACTERS + 1];
    codes_sweep(codes, now);
    if (!read_typed(typed, text)) {
        return false;
    }
    struct entry *entry = find_text(codes, text);
    if (entry == NULL) {
        return false;
    }
    *code = entry->code;
    remove_entry(codes, entry);
    return true;
}

void codes_restore(struct codes *codes, const struct code *code)
{
    const struct entry *entry;
    LIST_FOREACH (entry, &codes->all, link) {
        if (strcmp(entry->code.player, code->player) == 0 || strcmp(entry->code.text, code->text) == 0) {
            return;
        }
    }
    (void)add(codes, code); /* if there is no memory, the player has to ask for another one */
}
