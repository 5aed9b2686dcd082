/*
 * puzzle_page.h: a puzzle as lines of text: what has happened, a map, the question, and what to say to an answer.
 *
 * Pure, like the reports. The words are those of the browser client (puzzle_words.h).
 */
#ifndef GASLIGHT_PUZZLE_PAGE_H
#define GASLIGHT_PUZZLE_PAGE_H

#include "client-cli/puzzles/puzzle_words.h"
#include "common/puzzles/puzzle.h"

enum { PUZZLE_PAGE_WIDTH = 78 };

struct puzzle_page {
    const struct puzzle *puzzle;
    const struct board *board;
    struct puzzle_solution solution;
    unsigned facts;
    const struct puzzle_words *words;
    bool ascii;
    void (*line)(void *context, const char *text);
    void *context;
};

/* Solves the puzzle, which the page uses. Returns false if it is not sound. */
bool puzzle_page_begin(struct puzzle_page *page, const struct puzzle *puzzle, const struct board *board,
                       const struct puzzle_words *words);

/* Writes the position and the question. */
void puzzle_page_write(const struct puzzle_page *page);

/* Says whether an answer is right, and why. Returns whether it is. */
bool puzzle_page_judge(const struct puzzle_page *page, unsigned answer);

/* Writes a text of the words, wrapped. */
void puzzle_page_say(const struct puzzle_page *page, const char *text);

#endif
