/*
 * options.h: the load generator's command line, as one table.
 */
#ifndef LOAD_OPTIONS_H
#define LOAD_OPTIONS_H

#include "tests/load/load.h"

/* False: it has said why, or has said what there is (--help). `*status` is the exit status then. */
bool options_parse(struct options *options, int argc, char **argv, int *status);

#endif
