/* puzzle_texts.c: finds the texts that the linker has put into the program. */
#include "common/puzzles/puzzle_texts.h"

#include <stdint.h>
#include <string.h>

#include "common/base/array.h"

/* The linker has no C names for them; see the rule for common/puzzles in the Makefile. */
extern const char english_start[] __asm__("_binary_puzzles_en_json_start");
extern const char english_end[] __asm__("_binary_puzzles_en_json_end");
extern const char italian_start[] __asm__("_binary_puzzles_it_json_start");
extern const char italian_end[] __asm__("_binary_puzzles_it_json_end");

static const struct {
    const char *language, *start, *end;
} texts[] = {{"en", english_start, english_end}, {"it", italian_start, italian_end}};

const char *puzzle_texts(const char *language, size_t *length)
{
    for (size_t i = 0; i < COUNT(texts); i++) {
        if (strcmp(texts[i].language, language) == 0) {
            *length = (size_t)((uintptr_t)texts[i].end - (uintptr_t)texts[i].start);
            return texts[i].start;
        }
    }
    return NULL;
}
