/*
 * map_legend.c: what the symbols of the map mean. They are drawn by map_symbols.c and map_layout.c; tests check that
 * the legend matches.
 */
#include <stddef.h>

#include "client-cli/map/map.h"

static const struct map_symbol whitechapel[] = {
    {"65", "a circle", INK_CIRCLE},
    {"○", "a circle, without room for its number", INK_CIRCLE},
    {"(65)", "a red circle, where women are placed", INK_CIRCLE_RED},
    {"■", "a crossing", INK_CROSSING},
    {"◆", "a crossing with a yellow border", INK_CROSSING_YELLOW},
    {"◈", "Goulston Street, with a red border", INK_CROSSING_RED},
    {" Y ", "the yellow policeman, or his patrol once revealed", INK_YELLOW},
    {" R ", "red", INK_RED},
    {" B ", "blue", INK_BLUE},
    {" G ", "green", INK_GREEN},
    {" N ", "brown", INK_BROWN},
    {" ? ", "a patrol, face down", INK_PATROL},
    {" y ", "a face-down patrol you know: yellow", INK_YELLOW},
    {" x ", "a face-down patrol you know: false", INK_PATROL},
    {"?65", "a woman, face down", INK_WOMAN},
    {"♀65", "one of the Wretched", INK_WRETCHED},
    {"†65", "a crime scene", INK_CRIME},
    {"*65", "a clue", INK_CLUE},
    {"×65", "a false clue: can't be searched tonight", INK_FALSE_CLUE},
    {"J65:7", "Jack, after move 7", INK_JACK},
    {"⌂65", "Jack's hideout", INK_JACK},
    {"·65:3", "where Jack was after move 3", INK_TRAIL},
    {"!65", "a marked woman (only Jack knows)", INK_WOMAN},
    {"+65", "marked as suspect by a detective", INK_MARK},
    {"-65:7", "searched at move 7 without a clue", INK_MARK},
    {"-65", "marked as cleared by a detective", INK_MARK},
    {"^65", "on a route noted by a detective", INK_MARK},
    {"▂65", "deduction: few possible trails lead there", INK_HEAT_1},
    {"▄65", "deduction: some trails", INK_HEAT_2},
    {"▆65", "deduction: many trails", INK_HEAT_3},
    {"█65", "deduction: the most trails", INK_HEAT_4},
    {"•", "the previewed route, or possible trails", INK_MARK},
    {"[65]", "the cursor", INK_KEY},
    {"<65>", "chosen, not yet confirmed", INK_KEY},
    {NULL, NULL, INK_PLAIN},
};

static const struct map_symbol whitehall[] = {
    {"65", "a circle", INK_CIRCLE},
    {"○", "a circle, without room for its number", INK_CIRCLE},
    {"(65)", "a white circle: it can be a Discovery Location", INK_CIRCLE_WHITE},
    {"{65}", "a blue circle, on the water", INK_CIRCLE_BLUE},
    {"~", "water", INK_WATER},
    {"■", "a crossing", INK_CROSSING},
    {"◆", "a crossing with a yellow border", INK_CROSSING_YELLOW},
    {" Y ", "Jasper Waring, yellow", INK_YELLOW},
    {" B ", "Arthur Ferris, blue", INK_BLUE},
    {" R ", "Dr. Bond, red", INK_RED},
    {"★65", "a discovery", INK_DISCOVERY},
    {"*65", "a clue", INK_CLUE},
    {"J65:7", "Jack, after move 7", INK_JACK},
    {"☆65", "a Discovery Location not announced yet (only Jack knows)", INK_JACK},
    {"·65:3", "where Jack was after move 3", INK_TRAIL},
    {"+65", "marked as suspect by a detective", INK_MARK},
    {"-65:7", "searched at move 7 without a clue", INK_MARK},
    {"-65", "marked as cleared by a detective", INK_MARK},
    {"^65", "on a route noted by a detective", INK_MARK},
    {"▂65", "deduction: few possible trails lead there", INK_HEAT_1},
    {"▄65", "deduction: some trails", INK_HEAT_2},
    {"▆65", "deduction: many trails", INK_HEAT_3},
    {"█65", "deduction: the most trails", INK_HEAT_4},
    {"•", "the previewed route, or possible trails", INK_MARK},
    {"[65]", "the cursor", INK_KEY},
    {"<65>", "chosen, not yet confirmed", INK_KEY},
    {NULL, NULL, INK_PLAIN},
};

const struct map_symbol *map_legend(enum game_kind game)
{
    return game == GAME_WHITEHALL ? whitehall : whitechapel;
}
