/* run_suite.h: the end of every test program. */
#ifndef GASLIGHT_RUN_SUITE_H
#define GASLIGHT_RUN_SUITE_H

#include <check.h>

/* Runs it, frees it, and returns what main() has to. */
int run_suite(Suite *suite);

#endif
