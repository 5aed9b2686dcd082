/*
 * test_config.c: the configuration file: every setting, bad lines, and suggestions for misspelt words.
 */
#include <check.h>
#include <stdio.h>
#include <string.h>

#include "client-cli/terminal/input_event.h"
#include "client-cli/util/config.h"
#include "client-cli/util/nearest.h"
#include "common/base/array.h"
#include "tests/support/c/scenario.h"

static struct config read_text(const char *text)
{
    struct config config;
    char copy[2000];
    config_init(&config);
    (void)snprintf(copy, sizeof copy, "%s", text);
    config_read(&config, "config", copy);
    return config;
}

START_TEST(the_defaults_are_those_of_the_process)
{
    struct config config = read_text("");
    ck_assert(config.use_bell && config.use_mouse && !config.forced);
    ck_assert_int_eq(config.colours, COLOURS_AUTO);
    ck_assert_int_eq(config.language, LANGUAGE_COUNT);
    ck_assert_int_eq(config.zoom, CONFIG_ZOOM_AUTO);
    ck_assert_str_eq(config.server, "");
    ck_assert_str_eq(config.error_text, "");
    ck_assert_mem_eq(&config, config_get(), sizeof config);
}
END_TEST

START_TEST(every_setting_is_read)
{
    struct config config =
        read_text("# comment\n\n bell = no\nmouse=off\r\nforced = yes\nColours = never\nlanguage = it\n"
                  "server = games.example:8443\nzoom = 3\nkey U = u\nkey Ctrl-L=r\n"
                  "key = = +\nkey x = none\nkey PageUp = \xc3\xa9");
    ck_assert_str_eq(config.error_text, "");
    ck_assert(!config.use_bell && !config.use_mouse && config.forced);
    ck_assert_int_eq(config.colours, COLOURS_NEVER);
    ck_assert_int_eq(config.language, LANGUAGE_ITALIAN);
    ck_assert_int_eq(config.zoom, 3);
    ck_assert_str_eq(config.server, "games.example:8443");
    ck_assert_uint_eq(config_key(&config, 'U'), 'u');
    ck_assert_uint_eq(config_key(&config, 'L' - '@'), 'r');
    ck_assert_uint_eq(config_key(&config, '='), '+');
    ck_assert_uint_eq(config_key(&config, 'x'), 0);
    ck_assert_uint_eq(config_key(&config, INPUT_PAGE_UP), 0xe9);
    ck_assert_uint_eq(config_key(&config, 'q'), 'q');
}
END_TEST

/* The rest of the file still counts, and the first bad line is the one reported. */
START_TEST(a_bad_line_is_named_and_skipped)
{
    static const struct {
        const char *text, *error_text;
    } rows[] = {
        {"bell\n", "config:1: \"bell\" is not of the form name = value."},
        {"\nbell = perhaps\n", "config:2: \"perhaps\" is not a value of bell; use one like yes, no."},
        {"bel = no\n", "config:1: there is no setting \"bel\"; did you mean bell?"},
        {"wallpaper = blue\n", "config:1: there is no setting \"wallpaper\"; see man gaslight."},
        {"zoom = 12\nbell", "config:1: \"12\" is not a value of zoom; use one like auto, 0 ... 9."},
        {"language = de", "config:1: \"de\" is not a value of language; use one like auto, en, it."},
        {"key ab = c", "config:1: \"ab\" is not a key: write one character, or Enter, Esc, Tab, Space, Up, "
                       "PageUp, Ctrl-L, F1."},
        {"server =", "config:1: \"\" is not a value of server; use one like games.example, localhost:8888, "
                     "wss://games.example."},
        {"= no", "config:1: \"= no\" is not of the form name = value."},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        ck_assert_str_eq(read_text(rows[i].text).error_text, rows[i].error_text);
    }
    ck_assert(!read_text("bel = no\nbell = no\n").use_bell);
}
END_TEST

START_TEST(no_input_overflows)
{
    char text[8000] = "";
    size_t length = 0;
    for (unsigned i = 0; i < CONFIG_KEYS_MAX + 1; i++) {
        length += (size_t)snprintf(text + length, sizeof text - length, "key a = b\n");
    }
    struct config config;
    config_init(&config);
    config_read(&config, "config", text);
    ck_assert_uint_eq(config.keys, CONFIG_KEYS_MAX);
    ck_assert_str_eq(config.error_text, "config:65: there are more than 64 keys.");
    memset(text, 'x', sizeof text - 1);
    memcpy(text, "server=", 7);
    text[sizeof text - 1] = '\0';
    config_init(&config);
    config_read(&config, text, text + 7);
    ck_assert(strlen(config.error_text) > 0);
}
END_TEST

START_TEST(keys_have_the_numbers_of_input_events)
{
    static const struct {
        const char *name;
        uint32_t key;
    } rows[] = {
        {"Tab", INPUT_TAB},
        {"Enter", INPUT_ENTER},
        {"Esc", INPUT_ESCAPE},
        {"Space", ' '},
        {"Backspace", INPUT_BACKSPACE},
        {"Up", INPUT_UP},
        {"Down", INPUT_DOWN},
        {"Left", INPUT_LEFT},
        {"Right", INPUT_RIGHT},
        {"Shift-Up", INPUT_SHIFT_UP},
        {"Shift-Down", INPUT_SHIFT_DOWN},
        {"Shift-Left", INPUT_SHIFT_LEFT},
        {"Shift-Right", INPUT_SHIFT_RIGHT},
        {"PageUp", INPUT_PAGE_UP},
        {"PageDown", INPUT_PAGE_DOWN},
        {"Home", INPUT_HOME},
        {"End", INPUT_END},
        {"Delete", INPUT_DELETE},
        {"Shift-Tab", INPUT_BACK_TAB},
        {"F1", INPUT_HELP},
        {"u", 'u'},
        {"?", '?'},
        {"", 0},
        {"uu", 0},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        ck_assert_uint_eq(config_key_from_name(rows[i].name), rows[i].key);
    }
}
END_TEST

static const char *meant(const char *word)
{
    static const char *const candidates[] = {"play", "watch", "lobby", "replay", "record", "arena", "--solo"};
    struct nearest nearest = nearest_begin(word);
    for (size_t i = 0; i < COUNT(candidates); i++) {
        nearest_offer(&nearest, candidates[i]);
    }
    return nearest.best != NULL ? nearest.best : "";
}

START_TEST(misspelt_words_are_recognised)
{
    ck_assert_str_eq(meant("paly"), "play");
    ck_assert_str_eq(meant("PLAI"), "play");
    ck_assert_str_eq(meant("relay"), "replay");
    ck_assert_str_eq(meant("recrod"), "record");
    ck_assert_str_eq(meant("--slo"), "--solo");
    ck_assert_str_eq(meant("xyzzy"), "");
    ck_assert_str_eq(meant("x"), "");
    ck_assert_str_eq(meant(""), "");
    ck_assert_str_eq(meant("a-word-that-is-much-longer-than-every-candidate"), "");
}
END_TEST

int main(void)
{
    static const TTest *const *const tests[] = {
        &the_defaults_are_those_of_the_process, &every_setting_is_read,
        &a_bad_line_is_named_and_skipped,       &no_input_overflows,
        &keys_have_the_numbers_of_input_events, &misspelt_words_are_recognised,
    };
    return scenario_run("client config", NULL, tests, COUNT(tests));
}
