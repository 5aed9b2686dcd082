/* loading.h: reads tables from the store: the open and running ones when the server starts, and single ones. */
#ifndef GASLIGHT_LOADING_H
#define GASLIGHT_LOADING_H

#include "server/table/table.h"

/*
 * Loads every table from tables->store, which has not been started. A table whose data is damaged is set aside (see
 * damaged.h). Returns false if the database cannot be read; `error` then holds one sentence.
 */
bool tables_load(struct tables *tables, char *error, size_t capacity);

/*
 * Loads one table, which is not in memory, from the rows of STORE_TABLE_LOG; there is at least one. Returns NULL if its data
 * is damaged: then it has been set aside. The caller holds a finished table or releases it.
 */
struct table *tables_load_one(struct tables *tables, const char *id, const struct store_request *found);

#endif
