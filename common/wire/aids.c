/* aids.c: see aids.h. */
#include "common/wire/aids.h"

#include "common/base/array.h"
#include "common/base/words.h"

static const char *const names[] = {[AIDS_OFF] = "off", [AIDS_SETS] = "sets", [AIDS_FULL] = "full"};
_Static_assert(COUNT(names) == AIDS_COUNT, "every level of aids has a name");

const char *aids_name(enum aids aids)
{
    return names[aids];
}

enum aids aids_from_name(const char *name)
{
    return (enum aids)word_find(names, 0, AIDS_COUNT, AIDS_COUNT, name);
}
