/* case_play.c: see case_play.h. */
#include "client-cli/commands/case_play.h"

#include <assert.h>
#include <langinfo.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "client-cli/language/language.h"
#include "client-cli/puzzles/puzzle_page.h"
#include "client-cli/text/sentences.h"
#include "common/puzzles/puzzle_json.h"

enum { ANSWER_BYTES = 80 };

static void print_line(void *context, const char *text)
{
    (void)context;
    output_line(text, strlen(text));
}

static enum status print_json(const struct puzzle *puzzle, const struct board *board, size_t number,
                              size_t count)
{
    char *text = malloc(PUZZLE_JSON_BYTES);
    struct json_writer writer;
    if (text == NULL) {
        (void)fprintf(stderr, "gaslight: out of memory\n");
        return STATUS_BAD;
    }
    json_write_begin(&writer, text, PUZZLE_JSON_BYTES);
    json_write_open(&writer, NULL, '{');
    puzzle_write_json(&writer, puzzle, board, number, count);
    json_write_close(&writer, '}');
    assert(json_write_ok(&writer));
    output_line(writer.text, writer.length);
    free(text);
    return STATUS_OK;
}

static void say_heading(const struct puzzle_page *page, size_t number)
{
    struct puzzle_text grade = puzzle_text_of(
        page->words, "grade", puzzle_grade_name((enum puzzle_grade)page->puzzle->grade), NULL, NULL);
    const struct puzzle_value values[] = {{.name = "number", .number = number},
                                          {.name = "game", .text = title_game(page->board->game)},
                                          {.name = "grade", .text = grade.text},
                                          {.name = NULL}};
    puzzle_page_say(page, puzzle_text(page->words, "heading", values).text);
}

/* Reads answers until one is right. Returns STATUS_BAD if there is none. */
static enum status read_answers(const struct puzzle_page *page)
{
    char line[ANSWER_BYTES];
    bool crossing = puzzle_asks_for_crossing((enum puzzle_kind)page->puzzle->kind);
    struct puzzle_text prompt =
        puzzle_text_of(page->words, "answer", crossing ? "crossing" : "circle", NULL, NULL);
    for (;;) {
        (void)printf("%s> ", prompt.text);
        (void)fflush(stdout);
        if (fgets(line, sizeof line, stdin) == NULL) {
            (void)putchar('\n');
            return STATUS_BAD;
        }
        char *end;
        unsigned long answer = strtoul(line, &end, 10);
        bool is_number = end != line && strspn(end, " \r\n") == strlen(end);
        if (strncmp(line, "quit", 4) == 0) {
            return STATUS_BAD;
        }
        if (!is_number) {
            (void)printf(tr("Type %s, or quit.\n"), prompt.text);
        } else if (puzzle_page_judge(page, answer < SET_LIMIT ? (unsigned)answer : 0)) {
            return STATUS_OK;
        }
    }
}

enum status case_play(const struct puzzle *puzzle, const struct board *board, size_t number, size_t count,
                      bool json)
{
    bool ascii = strcmp(nl_langinfo(CODESET), "UTF-8") != 0;
    struct puzzle_words *words = puzzle_words_load(language_current(), ascii);
    struct puzzle_page page = {.ascii = ascii, .line = print_line};
    enum status status = STATUS_BAD;
    if (words == NULL) {
        (void)fprintf(stderr, "gaslight: out of memory\n");
    } else if (!puzzle_page_begin(&page, puzzle, board, words)) {
        (void)fprintf(stderr, tr("Puzzle %zu is not sound; see gaslight case verify.\n"), number);
    } else if (json) {
        status = print_json(puzzle, board, number, count);
    } else {
        say_heading(&page, number);
        puzzle_page_write(&page);
        status = read_answers(&page);
    }
    puzzle_words_free(words);
    return status;
}
