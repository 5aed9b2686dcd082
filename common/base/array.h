/*
 * array.h: the number of elements of an array.
 */
#ifndef GASLIGHT_ARRAY_H
#define GASLIGHT_ARRAY_H

/* Use it only on arrays; for pointers the compiler warns. */
#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

#endif
