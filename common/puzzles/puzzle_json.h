/*
 * puzzle_json.h: a puzzle as JSON, schema/wire/puzzle.schema.json. The server and `gaslight case play --json` write the
 * same bytes.
 *
 * Besides the question and its answer it has the night or round so far in steps, one for each move of Jack, as the player
 * sees it who is asked: clients show it and have no rules of their own.
 */
#ifndef GASLIGHT_PUZZLE_JSON_H
#define GASLIGHT_PUZZLE_JSON_H

#include "common/json/json_writer.h"
#include "common/puzzles/puzzle.h"
#include "common/puzzles/puzzle_list.h"

enum { PUZZLE_JSON_BYTES = 256 << 10 /* larger than any puzzle */ };

/* The steps that lead to a position: actions of the record, counted from 0. */
struct puzzle_story {
    size_t from; /* the first action of the night or round */
    unsigned steps;
    size_t end[CELLS + 2]; /* by step: the first action that does not belong to it any more */
};

void puzzle_find_story(const struct puzzle *puzzle, const struct board *board, struct puzzle_story *story);

/* Returns who is asked and sees the steps: the public, or Jack. */
struct viewer puzzle_viewer(const struct puzzle *puzzle);

/* Writes the keys of a sound puzzle into an open object. `number` is its place in a list of `count`; 0: none. */
void puzzle_write_json(struct json_writer *writer, const struct puzzle *puzzle, const struct board *board,
                       size_t number, size_t count);

/* Writes the kinds and grades of a list, as an array. */
void puzzle_write_list_json(struct json_writer *writer, const char *key, const struct puzzle_list *list);

#endif
