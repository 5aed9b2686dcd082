/* deduce.h: who may use the deduction help of a table. */
#ifndef GASLIGHT_DEDUCE_H
#define GASLIGHT_DEDUCE_H

#include "common/base/error.h"
#include "server/table/table.h"

/* Returns ERROR_OK if this player may be told what can be deduced at a started table. */
enum error deduction_allowed(const struct table *table, const struct player *player);

#endif
