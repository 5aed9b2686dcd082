/*
 * puzzle_list.h: puzzles as a compact text, one per line.
 *
 *     whitehall locate easy 113 jack - jWC30,44,119,148 jSc119 ...
 *
 * is a game (with `+option` for each option), a kind, a grade, the answer, who searches or walks, the order of the Head
 * tiles by the first letters of their colours ("-": there are none), and the actions. An action is the letter of a pawn
 * (n: brown), the letter of its kind and its fields, each a letter and its numbers. puzzle_list.c has the tables.
 *
 * The list that is shipped, puzzles.txt, is linked into both programs. Puzzles are numbered from 1.
 */
#ifndef GASLIGHT_PUZZLE_LIST_H
#define GASLIGHT_PUZZLE_LIST_H

#include "common/base/buffer.h"
#include "common/puzzles/puzzle.h"

/* One line of a list, of which only the beginning has been read. */
struct puzzle_entry {
    uint8_t game, kind, grade;
    const char *line; /* in the text; ends with a line break or with the text */
    size_t length;
};

struct puzzle_list {
    size_t count;
    struct puzzle_entry *entry; /* owned by the list */
};

/*
 * Finds the lines of a text, which must outlive the list. Returns false if a line does not begin like a puzzle or there is
 * no memory; `line` is then its number, or 0.
 */
bool puzzle_list_read(struct puzzle_list *list, const char *text, size_t length, size_t *line);
void puzzle_list_free(struct puzzle_list *list);

/* Reads one line completely. The caller frees the record. Returns false if it is not well-formed. */
bool puzzle_read(const struct puzzle_entry *entry, struct puzzle *puzzle);

/* Appends a puzzle as a line. Returns false if there is no memory. */
bool puzzle_write(const struct puzzle *puzzle, struct buffer *text);

/* Returns the text of the list that is shipped; it is not terminated. */
const char *puzzle_shipped_text(size_t *length);

/* Returns the number of the puzzle of a day, counted in days since 1970-01-01 (UTC). `count` must not be 0. */
size_t puzzle_of_day(long day, size_t count);

#endif
