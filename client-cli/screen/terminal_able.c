/* terminal_able.c: asking terminfo about the terminal, and nothing else. */
#include <curses.h>
#include <stdlib.h>
#include <term.h>
#include <unistd.h>

#include "client-cli/screen/terminal_able.h"

bool terminal_is_able(void)
{
    int error;
    if (getenv("TERM") == NULL || setupterm(NULL, STDOUT_FILENO, &error) != OK) {
        return false;
    }
    /* What is no capability at all would be (char *)-1, but this one is. */
    bool able = tigetstr("cup") != NULL;
    (void)del_curterm(cur_term);
    return able;
}
