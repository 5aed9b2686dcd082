/* words.h: looking up a word in a table of names that is indexed by an enum. */
#ifndef GASLIGHT_WORDS_H
#define GASLIGHT_WORDS_H

/* Returns the index of `word` in names[first..count-1], or `none`. Entries may be NULL. */
unsigned word_find(const char *const *names, unsigned first, unsigned count, unsigned none, const char *word);

#endif
