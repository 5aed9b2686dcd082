/*
 * map_legend.c: what the symbols of the map mean. They are drawn by map_symbols.c and map_layout.c; tests check that
 * the legend matches.
 */
#include <stddef.h>

#include "client-cli/language/language.h"
#include "client-cli/map/map.h"

static const struct map_symbol whitechapel[] = {
    {"65", TEXT("a circle"), INK_CIRCLE},
    {"○", TEXT("a circle, without room for its number"), INK_CIRCLE},
    {"(65)", TEXT("a red circle, where women are placed"), INK_CIRCLE_RED},
    {"■", TEXT("a crossing"), INK_CROSSING},
    {"◆", TEXT("a crossing with a yellow border"), INK_CROSSING_YELLOW},
    {"◈", TEXT("Goulston Street, with a red border"), INK_CROSSING_RED},
    {" Y ", TEXT("the yellow policeman, or his patrol once revealed"), INK_YELLOW},
    {" R ", TEXT("red"), INK_RED},
    {" B ", TEXT("blue"), INK_BLUE},
    {" G ", TEXT("green"), INK_GREEN},
    {" N ", TEXT("brown"), INK_BROWN},
    {" ? ", TEXT("a patrol, face down"), INK_PATROL},
    {" y ", TEXT("a face-down patrol you know: yellow"), INK_YELLOW},
    {" x ", TEXT("a face-down patrol you know: false"), INK_PATROL},
    {"?65", TEXT("a woman, face down"), INK_WOMAN},
    {"♀65", TEXT("one of the Wretched"), INK_WRETCHED},
    {"†65", TEXT("a crime scene"), INK_CRIME},
    {"*65", TEXT("a clue"), INK_CLUE},
    {"×65", TEXT("a false clue: can't be searched tonight"), INK_FALSE_CLUE},
    {"J65:7", TEXT("Jack, after move 7"), INK_JACK},
    {"⌂65", TEXT("Jack's hideout"), INK_JACK},
    {"·65:3", TEXT("where Jack was after move 3"), INK_TRAIL},
    {"!65", TEXT("a marked woman (only Jack knows)"), INK_WOMAN},
    {"+65", TEXT("marked as suspect by a detective"), INK_MARK},
    {"-65:7", TEXT("searched at move 7 without a clue"), INK_MARK},
    {"-65", TEXT("marked as cleared by a detective"), INK_MARK},
    {"^65", TEXT("on a route noted by a detective"), INK_MARK},
    {"▂65", TEXT("deduction: few possible trails lead there"), INK_HEAT_1},
    {"▄65", TEXT("deduction: some trails"), INK_HEAT_2},
    {"▆65", TEXT("deduction: many trails"), INK_HEAT_3},
    {"█65", TEXT("deduction: the most trails"), INK_HEAT_4},
    {"•", TEXT("the previewed route, or possible trails"), INK_MARK},
    {"[65]", TEXT("the cursor"), INK_KEY},
    {"<65>", TEXT("chosen, not yet confirmed"), INK_KEY},
    {NULL, NULL, INK_PLAIN},
};

static const struct map_symbol whitehall[] = {
    {"65", TEXT("a circle"), INK_CIRCLE},
    {"○", TEXT("a circle, without room for its number"), INK_CIRCLE},
    {"(65)", TEXT("a white circle: it can be a Discovery Location"), INK_CIRCLE_WHITE},
    {"{65}", TEXT("a blue circle, on the water"), INK_CIRCLE_BLUE},
    {"~", TEXT("water"), INK_WATER},
    {"■", TEXT("a crossing"), INK_CROSSING},
    {"◆", TEXT("a crossing with a yellow border"), INK_CROSSING_YELLOW},
    {" Y ", TEXT("Jasper Waring, yellow"), INK_YELLOW},
    {" B ", TEXT("Arthur Ferris, blue"), INK_BLUE},
    {" R ", TEXT("Dr. Bond, red"), INK_RED},
    {"★65", TEXT("a discovery"), INK_DISCOVERY},
    {"*65", TEXT("a clue"), INK_CLUE},
    {"J65:7", TEXT("Jack, after move 7"), INK_JACK},
    {"☆65", TEXT("a Discovery Location not announced yet (only Jack knows)"), INK_JACK},
    {"·65:3", TEXT("where Jack was after move 3"), INK_TRAIL},
    {"+65", TEXT("marked as suspect by a detective"), INK_MARK},
    {"-65:7", TEXT("searched at move 7 without a clue"), INK_MARK},
    {"-65", TEXT("marked as cleared by a detective"), INK_MARK},
    {"^65", TEXT("on a route noted by a detective"), INK_MARK},
    {"▂65", TEXT("deduction: few possible trails lead there"), INK_HEAT_1},
    {"▄65", TEXT("deduction: some trails"), INK_HEAT_2},
    {"▆65", TEXT("deduction: many trails"), INK_HEAT_3},
    {"█65", TEXT("deduction: the most trails"), INK_HEAT_4},
    {"•", TEXT("the previewed route, or possible trails"), INK_MARK},
    {"[65]", TEXT("the cursor"), INK_KEY},
    {"<65>", TEXT("chosen, not yet confirmed"), INK_KEY},
    {NULL, NULL, INK_PLAIN},
};

const struct map_symbol *map_legend(enum game_kind game)
{
    return game == GAME_WHITEHALL ? whitehall : whitechapel;
}
