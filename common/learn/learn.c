/* learn.c: finds the files that the linker has put into the program. */
#include "common/learn/learn.h"

#include <stdint.h>

#include "common/base/array.h"

/* The linker has no C names for them; see the rule for common/learn in the Makefile. */
extern const char english_start[] __asm__("_binary_learn_en_json_start");
extern const char english_end[] __asm__("_binary_learn_en_json_end");
extern const char italian_start[] __asm__("_binary_learn_it_json_start");
extern const char italian_end[] __asm__("_binary_learn_it_json_end");
extern const char lessons_english_start[] __asm__("_binary_lessons_en_json_start");
extern const char lessons_english_end[] __asm__("_binary_lessons_en_json_end");
extern const char lessons_italian_start[] __asm__("_binary_lessons_it_json_start");
extern const char lessons_italian_end[] __asm__("_binary_lessons_it_json_end");
extern const char pictures_start[] __asm__("_binary_learn_pictures_json_start");
extern const char pictures_end[] __asm__("_binary_learn_pictures_json_end");

static const struct {
    const char *name, *start, *end;
} files[] = {
    [LEARN_ENGLISH] = {"en", english_start, english_end},
    [LEARN_ITALIAN] = {"it", italian_start, italian_end},
    [LEARN_LESSONS_ENGLISH] = {"lessons_en", lessons_english_start, lessons_english_end},
    [LEARN_LESSONS_ITALIAN] = {"lessons_it", lessons_italian_start, lessons_italian_end},
    [LEARN_PICTURES] = {"pictures", pictures_start, pictures_end},
};
_Static_assert(COUNT(files) == LEARN_FILE_COUNT, "one row per file");

const char *learn_file_name(enum learn_file file)
{
    return files[file].name;
}

const char *learn_file_text(enum learn_file file, size_t *length)
{
    *length = (size_t)((uintptr_t)files[file].end - (uintptr_t)files[file].start);
    return files[file].start;
}
