/*
 * set.h: a set of circles or of crossings.
 *
 * Places on a board are numbered 1 to 255, so a set is a value of 256 bits: it is copied by assignment, it is
 * embedded in `struct game` and `struct board`, and nothing is allocated. 0 means "none" everywhere and is
 * never a member.
 */
#ifndef GASLIGHT_SET_H
#define GASLIGHT_SET_H

#include <stdbool.h>
#include <stdint.h>

enum { SET_WORDS = 4, SET_LIMIT = 64 * SET_WORDS };

struct set {
    uint64_t word[SET_WORDS];
};

static inline bool set_has(const struct set *set, unsigned number)
{
    return number < SET_LIMIT && ((set->word[number / 64] >> (number % 64)) & 1U) != 0;
}

static inline void set_add(struct set *set, unsigned number)
{
    set->word[number / 64] |= UINT64_C(1) << (number % 64);
}

static inline void set_remove(struct set *set, unsigned number)
{
    set->word[number / 64] &= ~(UINT64_C(1) << (number % 64));
}

static inline struct set set_and(struct set left, const struct set *right)
{
    for (int i = 0; i < SET_WORDS; i++) {
        left.word[i] &= right->word[i];
    }
    return left;
}

static inline struct set set_or(struct set left, const struct set *right)
{
    for (int i = 0; i < SET_WORDS; i++) {
        left.word[i] |= right->word[i];
    }
    return left;
}

static inline struct set set_minus(struct set left, const struct set *right)
{
    for (int i = 0; i < SET_WORDS; i++) {
        left.word[i] &= ~right->word[i];
    }
    return left;
}

static inline bool set_meets(const struct set *left, const struct set *right)
{
    uint64_t common = 0;
    for (int i = 0; i < SET_WORDS; i++) {
        common |= left->word[i] & right->word[i];
    }
    return common != 0;
}

static inline bool set_is_empty(const struct set *set)
{
    return (set->word[0] | set->word[1] | set->word[2] | set->word[3]) == 0;
}

static inline unsigned set_count(const struct set *set)
{
    unsigned count = 0;
    for (int i = 0; i < SET_WORDS; i++) {
        if (set->word[i] !=
            0) { /* most words are empty, and counting bits is a function call on baseline x86-64 */
            count += (unsigned)__builtin_popcountll(set->word[i]);
        }
    }
    return count;
}

/* Returns the smallest member greater than `after`, or 0 if there is none. */
static inline unsigned set_next(const struct set *set, unsigned after)
{
    unsigned number = after + 1;
    for (unsigned i = number / 64; i < SET_WORDS; i++) {
        uint64_t word = set->word[i];
        if (i == number / 64) {
            word &= ~UINT64_C(0) << (number % 64);
        }
        if (word != 0) {
            return i * 64 + (unsigned)__builtin_ctzll(word);
        }
    }
    return 0;
}

/* Iterates over a set in ascending order. */
#define SET_EACH(member, set) \
    for (unsigned member = set_next((set), 0); (member) != 0; (member) = set_next((set), (member)))

#endif
