/* config.c: reads the file line by line; one row per name. See config.h. */
#include "client-cli/util/config.h"

#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "client-cli/util/file.h"
#include "client-cli/util/nearest.h"
#include "common/base/array.h"
#include "common/base/utf8.h"

enum { ZOOM_MOST = 9 };

static const char file_name[] = "config";

#define DEFAULTS \
    { \
        .language = LANGUAGE_COUNT, .use_bell = true, .use_mouse = true, .zoom = CONFIG_ZOOM_AUTO \
    }

static struct config current = DEFAULTS;

void config_init(struct config *config)
{
    *config = (struct config)DEFAULTS;
}

const struct config *config_get(void)
{
    return &current;
}

/* ---- Keys ---------------------------------------------------------------------------------------- */

/* The numbers are those of enum input_key; test_config.c compares them. */
static const struct {
    const char *name;
    uint32_t key;
} key_names[] = {
    {"Tab", 0x09},
    {"Enter", 0x0a},
    {"Esc", 0x1b},
    {"Space", 0x20},
    {"Backspace", 0x7f},
    {"Up", 0x110000},
    {"Down", 0x110001},
    {"Left", 0x110002},
    {"Right", 0x110003},
    {"Shift-Up", 0x110004},
    {"Shift-Down", 0x110005},
    {"Shift-Left", 0x110006},
    {"Shift-Right", 0x110007},
    {"PageUp", 0x110008},
    {"PageDown", 0x110009},
    {"Home", 0x11000a},
    {"End", 0x11000b},
    {"Delete", 0x11000c},
    {"Shift-Tab", 0x11000d},
    {"F1", 0x11000e},
};

uint32_t config_key_from_name(const char *name)
{
    for (size_t i = 0; i < COUNT(key_names); i++) {
        if (strcasecmp(key_names[i].name, name) == 0) {
            return key_names[i].key;
        }
    }
    size_t length = strlen(name);
    bool control = length == 6 && strncasecmp(name, "Ctrl-", 5) == 0 && isalpha((unsigned char)name[5]);
    if (control) {
        return (uint32_t)(toupper((unsigned char)name[5]) - 'A' + 1);
    }
    size_t first;
    uint32_t character = utf8_decode(name, &first);
    return first == length && character > ' ' && character != UTF8_INVALID ? character : 0;
}

uint32_t config_key(const struct config *config, uint32_t pressed)
{
    for (unsigned i = 0; i < config->keys; i++) {
        if (config->key[i].pressed == pressed) {
            return config->key[i].meant;
        }
    }
    return pressed;
}

/* ---- Values -------------------------------------------------------------------------------------- */

/* Returns the index of a word in a list that ends with NULL, -1 if it is not in it. */
static int find_word(const char *const *words, const char *word)
{
    for (int i = 0; words[i] != NULL; i++) {
        if (strcasecmp(words[i], word) == 0) {
            return i;
        }
    }
    return -1;
}

static bool read_yes(const char *value, bool *yes)
{
    static const char *const words[] = {"no", "yes", "off", "on", NULL};
    int found = find_word(words, value);
    *yes = found >= 0 ? found % 2 == 1 : *yes;
    return found >= 0;
}

static bool read_bell(struct config *config, const char *value)
{
    return read_yes(value, &config->use_bell);
}

static bool read_mouse(struct config *config, const char *value)
{
    return read_yes(value, &config->use_mouse);
}

static bool read_forced(struct config *config, const char *value)
{
    return read_yes(value, &config->forced);
}

static bool read_colours(struct config *config, const char *value)
{
    static const char *const words[] = {"auto", "always", "never", NULL};
    int found = find_word(words, value);
    config->colours = found >= 0 ? (enum config_colours)found : config->colours;
    return found >= 0;
}

static bool read_language(struct config *config, const char *value)
{
    enum language language = language_from_name(value);
    bool automatic = strcasecmp(value, "auto") == 0;
    if (language != LANGUAGE_COUNT || automatic) {
        config->language = language;
    }
    return language != LANGUAGE_COUNT || automatic;
}

static bool read_server(struct config *config, const char *value)
{
    size_t length = strlen(value);
    if (length > 0 && length <= CONFIG_SERVER_MAX) {
        memcpy(config->server, value, length + 1);
    }
    return length > 0 && length <= CONFIG_SERVER_MAX;
}

static bool read_zoom(struct config *config, const char *value)
{
    if (strcasecmp(value, "auto") == 0) {
        config->zoom = CONFIG_ZOOM_AUTO;
        return true;
    }
    bool digit = value[0] >= '0' && value[0] <= '0' + ZOOM_MOST && value[1] == '\0';
    config->zoom = digit ? value[0] - '0' : config->zoom;
    return digit;
}

static const struct {
    const char *name, *values; /* what it can be, for errors */
    bool (*read)(struct config *config, const char *value);
} rows[] = {
    {"bell", "yes, no", read_bell},
    {"mouse", "yes, no", read_mouse},
    {"forced", "yes, no", read_forced},
    {"colours", "auto, always, never", read_colours},
    {"language", "auto, en, it", read_language},
    {"server", "games.example, localhost:8888, wss://games.example", read_server},
    {"zoom", "auto, 0 ... 9", read_zoom},
};

/* ---- Lines --------------------------------------------------------------------------------------- */

/* Only the first error is kept. */
__attribute__((format(printf, 4, 5))) static void fail(struct config *config, const char *path, unsigned line,
                                                       const char *format, ...)
{
    if (config->error_text[0] != '\0') {
        return;
    }
    int length = snprintf(config->error_text, sizeof config->error_text, "%.150s:%u: ", path, line);
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(config->error_text + length, sizeof config->error_text - (size_t)length, format,
                    arguments);
    va_end(arguments);
}

/* Removes white space at both ends. */
static char *trim(char *text)
{
    text += strspn(text, " \t\r");
    size_t length = strlen(text);
    while (length > 0 && strchr(" \t\r", text[length - 1]) != NULL) {
        text[--length] = '\0';
    }
    return text;
}

static void read_key(struct config *config, const char *path, unsigned line, const char *from, const char *to)
{
    uint32_t pressed = config_key_from_name(from);
    uint32_t meant = strcasecmp(to, "none") == 0 ? 0 : config_key_from_name(to);
    bool bad_from = pressed == 0;
    if (bad_from || (meant == 0 && strcasecmp(to, "none") != 0)) {
        fail(config, path, line,
             tr("\"%.20s\" is not a key: write one character, or Enter, Esc, Tab, Space, Up, PageUp, Ctrl-L, "
                "F1."),
             bad_from ? from : to);
    } else if (config->keys == CONFIG_KEYS_MAX) {
        fail(config, path, line, tr("there are more than %d keys."), CONFIG_KEYS_MAX);
    } else {
        config->key[config->keys++] = (struct config_key){pressed, meant};
    }
}

static void read_setting(struct config *config, const char *path, unsigned line, const char *name,
                         const char *value)
{
    struct nearest nearest = nearest_begin(name);
    for (size_t i = 0; i < COUNT(rows); i++) {
        if (strcasecmp(rows[i].name, name) != 0) {
            nearest_offer(&nearest, rows[i].name);
            continue;
        }
        if (!rows[i].read(config, value)) {
            fail(config, path, line, tr("\"%.40s\" is not a value of %s; use one like %s."), value,
                 rows[i].name, rows[i].values);
        }
        return;
    }
    fail(config, path, line, tr("there is no setting \"%.40s\"; %s"), name,
         nearest_advice(&nearest, tr("see man gaslight.")).text);
}

static void read_line(struct config *config, const char *path, unsigned line, char *text)
{
    text = trim(text);
    if (text[0] == '\0' || text[0] == '#') {
        return;
    }
    bool key = strncasecmp(text, "key ", 4) == 0 || strncasecmp(text, "key\t", 4) == 0;
    /* The first = after the name: `key = = +` binds the key =. */
    char *name = key ? trim(text + 4) : text;
    char *equals = name[0] != '\0' ? strchr(name + 1, '=') : NULL;
    if (equals == NULL) {
        fail(config, path, line, tr("\"%.40s\" is not of the form name = value."), text);
        return;
    }
    *equals = '\0';
    name = trim(name);
    const char *value = trim(equals + 1);
    if (key) {
        read_key(config, path, line, name, value);
    } else {
        read_setting(config, path, line, name, value);
    }
}

void config_read(struct config *config, const char *path, char *text)
{
    unsigned line = 0;
    while (text != NULL) {
        char *end = strchr(text, '\n');
        if (end != NULL) {
            *end = '\0';
        }
        read_line(config, path, ++line, text);
        text = end != NULL ? end + 1 : NULL;
    }
}

/* ---- The file ------------------------------------------------------------------------------------- */

/* The XDG specification says to ignore a relative XDG_CONFIG_HOME. */
static bool find_directory(char path[CONFIG_PATH_MAX])
{
    const char *base = getenv("XDG_CONFIG_HOME");
    const char *home = getenv("HOME");
    int length = -1;
    if (base != NULL && base[0] == '/') {
        length = snprintf(path, CONFIG_PATH_MAX, "%s/gaslight/", base);
    } else if (home != NULL && home[0] == '/') {
        length = snprintf(path, CONFIG_PATH_MAX, "%s/.config/gaslight/", home);
    }
    return length > 0 && length < CONFIG_PATH_MAX;
}

void config_load(void)
{
    char path[CONFIG_PATH_MAX + sizeof file_name];
    if (!find_directory(current.directory)) {
        return;
    }
    (void)snprintf(path, sizeof path, "%s%s", current.directory, file_name);
    char *text = file_read_text(path);
    if (text == NULL) {
        if (errno != ENOENT && errno != ENOTDIR) {
            (void)snprintf(current.error_text, sizeof current.error_text, tr("%s: can't be read: %s."),
                           file_name, strerror(errno));
        }
        return;
    }
    config_read(&current, file_name, text);
    free(text);
}
