/*
 * config.h: the player's settings, from $XDG_CONFIG_HOME/gaslight/config (~/.config/gaslight/config).
 *
 * A line is `name = value`, or `key A = B`: pressing A does what B does otherwise. Lines that begin with # are
 * comments. A line that is not understood is reported and skipped; the program starts all the same. gaslight(1)
 * describes the names.
 */
#ifndef GASLIGHT_CONFIG_H
#define GASLIGHT_CONFIG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "client-cli/language/language.h"

enum { CONFIG_KEYS_MAX = 64, CONFIG_SERVER_MAX = 255, CONFIG_ZOOM_AUTO = -1, CONFIG_PATH_MAX = 1000 };

enum config_colours { COLOURS_AUTO, COLOURS_ALWAYS, COLOURS_NEVER };

/* A key that does what another one does; 0 does nothing. The numbers are those of input_event.h. */
struct config_key {
    uint32_t pressed, meant;
};

struct config {
    enum language language;             /* LANGUAGE_COUNT: according to the locale */
    char server[CONFIG_SERVER_MAX + 1]; /* "": the last one */
    bool use_bell, use_mouse;           /* not `bell`, which is a macro of ncurses */
    bool forced;                        /* play steps without a choice for the player, never for Jack */
    enum config_colours colours;        /* auto: unless NO_COLOR is set */
    int zoom;                           /* with which the map opens; CONFIG_ZOOM_AUTO: numbers fit */
    struct config_key key[CONFIG_KEYS_MAX];
    unsigned keys;
    char error_text[400]; /* the first line that was not understood: "config:3: ..."; "" if there is none */
    char directory[CONFIG_PATH_MAX]; /* of the file, with a slash */
};

/* Sets the defaults. */
void config_init(struct config *config);

/* Reads the text of a configuration; `path` is for errors. */
void config_read(struct config *config, const char *path, char *text);

/* Reads the player's file, if there is one, into the settings of this process. */
void config_load(void);

/* Returns the settings of this process; the defaults before config_load(). */
const struct config *config_get(void);

/* Returns what a key means: the one it is bound to, itself, or 0 if it was switched off. */
uint32_t config_key(const struct config *config, uint32_t pressed);

/* Returns the number of a key: a single character, or "Enter", "Esc", "Tab", "Space", "Up", "F1", ...; 0 if unknown. */
uint32_t config_key_from_name(const char *name);

#endif
