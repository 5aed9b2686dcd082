/*
 * terminal_able.h: whether the terminal can show the full screen. In a file of its own because <term.h> defines macros
 * with names like "lines".
 */
#ifndef GASLIGHT_TERMINAL_ABLE_H
#define GASLIGHT_TERMINAL_ABLE_H

#include <stdbool.h>

/* Returns whether TERM names a known terminal that can move the cursor. */
bool terminal_is_able(void);

#endif
