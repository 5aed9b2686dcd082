/* run_suite.h: runs the suite of a test program. */
#ifndef GASLIGHT_RUN_SUITE_H
#define GASLIGHT_RUN_SUITE_H

#include <check.h>

/* Runs and frees the suite. Returns the exit status for main(). */
int run_suite(Suite *suite);

#endif
