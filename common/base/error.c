/* error.c: looks up codes and sentences; the table of all errors is in error.h. */
#include "common/base/error.h"

static const struct {
    const char *code;
    const char *sentence;
} rows[ERROR_COUNT] = {
#define ERROR_ROW(name, code, sentence) [ERROR_##name] = {code, sentence},
    ERROR_TABLE(ERROR_ROW)
#undef ERROR_ROW
};

const char *error_code(enum error error)
{
    return rows[error].code;
}

const char *error_sentence(enum error error)
{
    return rows[error].sentence;
}
