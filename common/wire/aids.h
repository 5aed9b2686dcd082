/*
 * aids.h: how much deduction help a table offers its players.
 *
 * The host chooses when creating the table. The words appear in `create` and in every description of a table.
 */
#ifndef GASLIGHT_AIDS_H
#define GASLIGHT_AIDS_H

enum aids {
    AIDS_OFF,
    AIDS_SETS, /* where Jack may be, without counts or examples */
    AIDS_FULL,
    AIDS_COUNT
};

const char *aids_name(enum aids aids);

/* Returns AIDS_COUNT for any other word. */
enum aids aids_from_name(const char *name);

#endif
