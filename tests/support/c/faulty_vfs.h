/*
 * faulty_vfs.h: an SQLite VFS that wraps the real one and makes the Nth read, write, sync or truncation fail.
 *
 * Its state is static, so only one file of a program may include it. Install it in the process of the test, and
 * arm it while the store is idle; `fired` counts the failures.
 */
#ifndef GASLIGHT_TESTS_FAULTY_VFS_H
#define GASLIGHT_TESTS_FAULTY_VFS_H

#include <check.h>
#include <sqlite3.h>
#include <stdatomic.h>
#include <stdbool.h>

enum operation { READ, WRITE, SYNC, TRUNCATE };

struct fault {
    const char *name;
    enum operation operation;
    int code;
    bool does_it; /* does the operation, but reports a failure */
    int in_a_row;
};

struct faulty_file {
    sqlite3_file base;
    sqlite3_file *real; /* follows this struct in the same allocation */
};

static const struct fault *armed; /* set while the store is idle */
static atomic_int countdown, fired;

static sqlite3_file *real_of(sqlite3_file *file)
{
    return ((struct faulty_file *)file)->real;
}

/* Returns the code to fail with, or SQLITE_OK. */
static int due(enum operation operation)
{
    if (armed == NULL || armed->operation != operation) {
        return SQLITE_OK;
    }
    int left = atomic_fetch_sub(&countdown, 1);
    if (left > 1 || left <= 1 - armed->in_a_row) {
        return SQLITE_OK;
    }
    atomic_fetch_add(&fired, 1);
    return armed->code;
}

static int faulty_close(sqlite3_file *file)
{
    return real_of(file)->pMethods->xClose(real_of(file));
}

static int faulty_read(sqlite3_file *file, void *bytes, int count, sqlite3_int64 offset)
{
    int code = due(READ);
    return code != SQLITE_OK ? code : real_of(file)->pMethods->xRead(real_of(file), bytes, count, offset);
}

static int faulty_write(sqlite3_file *file, const void *bytes, int count, sqlite3_int64 offset)
{
    int code = due(WRITE);
    if (code == SQLITE_OK || armed->does_it) {
        int real = real_of(file)->pMethods->xWrite(real_of(file), bytes, count, offset);
        return code == SQLITE_OK ? real : code;
    }
    return code;
}

static int faulty_truncate(sqlite3_file *file, sqlite3_int64 size)
{
    int code = due(TRUNCATE);
    return code != SQLITE_OK ? code : real_of(file)->pMethods->xTruncate(real_of(file), size);
}

static int faulty_sync(sqlite3_file *file, int flags)
{
    int code = due(SYNC);
    return code != SQLITE_OK ? code : real_of(file)->pMethods->xSync(real_of(file), flags);
}

static int faulty_size(sqlite3_file *file, sqlite3_int64 *size)
{
    return real_of(file)->pMethods->xFileSize(real_of(file), size);
}

static int faulty_lock(sqlite3_file *file, int lock)
{
    return real_of(file)->pMethods->xLock(real_of(file), lock);
}

static int faulty_unlock(sqlite3_file *file, int lock)
{
    return real_of(file)->pMethods->xUnlock(real_of(file), lock);
}

static int faulty_reserved(sqlite3_file *file, int *result)
{
    return real_of(file)->pMethods->xCheckReservedLock(real_of(file), result);
}

static int faulty_control(sqlite3_file *file, int operation, void *argument)
{
    return real_of(file)->pMethods->xFileControl(real_of(file), operation, argument);
}

static int faulty_sector(sqlite3_file *file)
{
    return real_of(file)->pMethods->xSectorSize(real_of(file));
}

static int faulty_device(sqlite3_file *file)
{
    return real_of(file)->pMethods->xDeviceCharacteristics(real_of(file));
}

static int faulty_map(sqlite3_file *file, int region, int bytes, int extend, void volatile **memory)
{
    return real_of(file)->pMethods->xShmMap(real_of(file), region, bytes, extend, memory);
}

static int faulty_shared_lock(sqlite3_file *file, int offset, int count, int flags)
{
    return real_of(file)->pMethods->xShmLock(real_of(file), offset, count, flags);
}

static void faulty_barrier(sqlite3_file *file)
{
    real_of(file)->pMethods->xShmBarrier(real_of(file));
}

static int faulty_unmap(sqlite3_file *file, int delete)
{
    return real_of(file)->pMethods->xShmUnmap(real_of(file), delete);
}

static const sqlite3_io_methods faulty_methods = {
    .iVersion = 2,
    .xClose = faulty_close,
    .xRead = faulty_read,
    .xWrite = faulty_write,
    .xTruncate = faulty_truncate,
    .xSync = faulty_sync,
    .xFileSize = faulty_size,
    .xLock = faulty_lock,
    .xUnlock = faulty_unlock,
    .xCheckReservedLock = faulty_reserved,
    .xFileControl = faulty_control,
    .xSectorSize = faulty_sector,
    .xDeviceCharacteristics = faulty_device,
    .xShmMap = faulty_map,
    .xShmLock = faulty_shared_lock,
    .xShmBarrier = faulty_barrier,
    .xShmUnmap = faulty_unmap,
};

static int faulty_open(sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags, int *result)
{
    struct faulty_file *faulty = (struct faulty_file *)file;
    sqlite3_vfs *real = vfs->pAppData;
    faulty->real = (sqlite3_file *)(faulty + 1);
    int code = real->xOpen(real, name, faulty->real, flags, result);
    faulty->base.pMethods = code == SQLITE_OK ? &faulty_methods : NULL;
    return code;
}

/* Takes the place of the VFS that the store uses: the one that was registered last is found first. */
static void install_faults(void)
{
    static sqlite3_vfs faulty;
    sqlite3_vfs *real = sqlite3_vfs_find("unix-excl");
    ck_assert_ptr_nonnull(real);
    faulty = *real;
    faulty.pNext = NULL;
    faulty.pAppData = real;
    faulty.szOsFile = (int)sizeof(struct faulty_file) + real->szOsFile;
    faulty.xOpen = faulty_open;
    ck_assert_int_eq(sqlite3_vfs_register(&faulty, 1), SQLITE_OK);
}

static void arm(const struct fault *fault, int at)
{
    atomic_store(&fired, 0);
    atomic_store(&countdown, at);
    armed = fault;
}

#endif
