/*
 * array.h: the number of elements of an array.
 */
#ifndef GASLIGHT_ARRAY_H
#define GASLIGHT_ARRAY_H

/* Only for arrays, never for pointers: the compiler warns about those. */
#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

#endif
