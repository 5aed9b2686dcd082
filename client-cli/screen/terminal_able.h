/*
 * terminal_able.h: whether the terminal can show the full screen. Apart from the rest, since <term.h> defines words
 * like "lines" as macros.
 */
#ifndef GASLIGHT_TERMINAL_ABLE_H
#define GASLIGHT_TERMINAL_ABLE_H

#include <stdbool.h>

/* Known by its name in TERM, and able to put the cursor where one wants it. */
bool terminal_is_able(void);

#endif
