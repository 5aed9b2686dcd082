/*
 * libpq.h: PostgreSQL's client library, loaded only when a server uses PostgreSQL.
 *
 * Servers with SQLite do not need the library at run time, so the program is not linked with it. Its functions are
 * members of `libpq` with their usual names: `libpq.PQexec(...)`. They may be called after libpq_load() has returned
 * true; the library stays loaded.
 */
#ifndef GASLIGHT_LIBPQ_H
#define GASLIGHT_LIBPQ_H

#include <libpq-fe.h>
#include <stdbool.h>
#include <stddef.h>

/* Every function that the server or its tests use: X(name, result, parameters). */
#define LIBPQ_FUNCTIONS(X) \
    X(PQclear, void, (PGresult *)) \
    X(PQcmdTuples, char *, (PGresult *)) \
    X(PQconnectdbParams, PGconn *, (const char *const *, const char *const *, int)) \
    X(PQenterPipelineMode, int, (PGconn *)) \
    X(PQerrorMessage, char *, (const PGconn *)) \
    X(PQexec, PGresult *, (PGconn *, const char *)) \
    X(PQexecParams, PGresult *, \
      (PGconn *, const char *, int, const Oid *, const char *const *, const int *, const int *, int)) \
    X(PQexitPipelineMode, int, (PGconn *)) \
    X(PQfinish, void, (PGconn *)) \
    X(PQgetResult, PGresult *, (PGconn *)) \
    X(PQgetisnull, int, (const PGresult *, int, int)) \
    X(PQgetvalue, char *, (const PGresult *, int, int)) \
    X(PQnfields, int, (const PGresult *)) \
    X(PQntuples, int, (const PGresult *)) \
    X(PQpipelineSync, int, (PGconn *)) \
    X(PQresultErrorField, char *, (const PGresult *, int)) \
    X(PQresultErrorMessage, char *, (const PGresult *)) \
    X(PQresultStatus, ExecStatusType, (const PGresult *)) \
    X(PQsendFlushRequest, int, (PGconn *)) \
    X(PQsendPrepare, int, (PGconn *, const char *, const char *, int, const Oid *)) \
    X(PQsendQueryParams, int, \
      (PGconn *, const char *, int, const Oid *, const char *const *, const int *, const int *, int)) \
    X(PQsendQueryPrepared, int, \
      (PGconn *, const char *, int, const char *const *, const int *, const int *, int)) \
    X(PQserverVersion, int, (const PGconn *)) \
    X(PQsetNoticeReceiver, PQnoticeReceiver, (PGconn *, PQnoticeReceiver, void *)) \
    X(PQsetnonblocking, int, (PGconn *, int)) \
    X(PQstatus, ConnStatusType, (const PGconn *)) \
    X(PQtransactionStatus, PGTransactionStatusType, (const PGconn *))

struct libpq {
#define LIBPQ_MEMBER(name, result, parameters) result(*name) parameters;
    LIBPQ_FUNCTIONS(LIBPQ_MEMBER)
#undef LIBPQ_MEMBER
};

extern struct libpq libpq;

/* Loads the library, once per process and before other threads use it. On failure, `error` holds one sentence. */
bool libpq_load(char *error, size_t capacity);

#endif
