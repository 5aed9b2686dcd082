/* terminal_able.c: asks terminfo about the terminal; see terminal_able.h. */
#include <curses.h>
#include <stdlib.h>
#include <term.h>
#include <unistd.h>

#include "client-cli/terminal/terminal_able.h"

bool terminal_is_able(void)
{
    int error;
    if (getenv("TERM") == NULL || setupterm(NULL, STDOUT_FILENO, &error) != OK) {
        return false;
    }
    /* tigetstr() returns (char *)-1 only for names that are not string capabilities. */
    bool able = tigetstr("cup") != NULL;
    (void)del_curterm(cur_term);
    return able;
}
