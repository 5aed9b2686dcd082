/*
 * options.h: the load generator's command line, as one table.
 */
#ifndef LOAD_OPTIONS_H
#define LOAD_OPTIONS_H

#include "tests/load/load.h"

/* Returns false after printing an error or the help; `*status` is then the exit status. */
bool options_parse(struct options *options, int argc, char **argv, int *status);

#endif
