/*
 * map_legend.c: what the symbols of the map mean. The symbols themselves are drawn by map_symbols.c and
 * map_layout.c; the tests hold the two together.
 */
#include <stddef.h>

#include "client-cli/map/map.h"

static const struct map_symbol whitechapel[] = {
    {"65", "a circle", INK_CIRCLE},
    {"○", "a circle whose number has no room here", INK_CIRCLE},
    {"(65)", "a red circle, where women are placed", INK_CIRCLE_RED},
    {"■", "a crossing", INK_CROSSING},
    {"◆", "a crossing with a yellow border", INK_CROSSING_YELLOW},
    {"◈", "Goulston Street, with a red border", INK_CROSSING_RED},
    {" Y ", "the yellow policeman, or his patrol face up", INK_YELLOW},
    {" R ", "red", INK_RED},
    {" B ", "blue", INK_BLUE},
    {" G ", "green", INK_GREEN},
    {" N ", "brown", INK_BROWN},
    {" ? ", "a patrol, face down", INK_PATROL},
    {" y ", "a patrol face down that you know: yellow", INK_YELLOW},
    {" x ", "a patrol face down that you know: a false one", INK_PATROL},
    {"?65", "a woman, face down", INK_WOMAN},
    {"♀65", "one of the Wretched", INK_WRETCHED},
    {"†65", "a crime scene", INK_CRIME},
    {"*65", "a clue", INK_CLUE},
    {"×65", "a false clue: not to be searched", INK_FALSE_CLUE},
    {"J65:7", "Jack, after his move 7", INK_JACK},
    {"⌂65", "Jack's hideout", INK_JACK},
    {"·65:3", "where Jack was with his move 3", INK_TRAIL},
    {"!65", "a marked woman, as Jack knows", INK_WOMAN},
    {"+65", "suspected, by a detective's note", INK_MARK},
    {"-65", "searched in vain, or cleared by a note", INK_MARK},
    {"^65", "on a way the detectives suppose", INK_MARK},
    {"▂65", "deduced: few trails lead there", INK_HEAT_1},
    {"▄65", "deduced: some trails do", INK_HEAT_2},
    {"▆65", "deduced: many trails do", INK_HEAT_3},
    {"█65", "deduced: the most trails do", INK_HEAT_4},
    {"•", "the way you look at, or ways that are possible", INK_MARK},
    {"[65]", "the cursor", INK_KEY},
    {"<65>", "chosen, not yet confirmed", INK_KEY},
    {NULL, NULL, INK_PLAIN},
};

static const struct map_symbol whitehall[] = {
    {"65", "a circle", INK_CIRCLE},
    {"○", "a circle whose number has no room here", INK_CIRCLE},
    {"(65)", "a white circle: it may be a Discovery Location", INK_CIRCLE_WHITE},
    {"{65}", "a blue circle, on the water", INK_CIRCLE_BLUE},
    {"~", "water", INK_WATER},
    {"■", "a crossing", INK_CROSSING},
    {"◆", "a crossing with a yellow border", INK_CROSSING_YELLOW},
    {" Y ", "Jasper Waring, yellow", INK_YELLOW},
    {" B ", "Arthur Ferris, blue", INK_BLUE},
    {" R ", "Dr. Bond, red", INK_RED},
    {"★65", "a discovery that was announced", INK_DISCOVERY},
    {"*65", "a clue", INK_CLUE},
    {"J65:7", "Jack, after his move 7", INK_JACK},
    {"☆65", "a Discovery Location of Jack's, not yet announced", INK_JACK},
    {"·65:3", "where Jack was with his move 3", INK_TRAIL},
    {"+65", "suspected, by a detective's note", INK_MARK},
    {"-65", "searched in vain, or cleared by a note", INK_MARK},
    {"^65", "on a way the detectives suppose", INK_MARK},
    {"▂65", "deduced: few trails lead there", INK_HEAT_1},
    {"▄65", "deduced: some trails do", INK_HEAT_2},
    {"▆65", "deduced: many trails do", INK_HEAT_3},
    {"█65", "deduced: the most trails do", INK_HEAT_4},
    {"•", "the way you look at, or ways that are possible", INK_MARK},
    {"[65]", "the cursor", INK_KEY},
    {"<65>", "chosen, not yet confirmed", INK_KEY},
    {NULL, NULL, INK_PLAIN},
};

const struct map_symbol *map_legend(enum game_kind game)
{
    return game == GAME_WHITEHALL ? whitehall : whitechapel;
}
