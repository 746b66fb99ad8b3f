#pragma once

#include "allocator.h"
#include "calls.h"
#include <sqlite3.h>
#include <dlfcn.h>
#include <string.h>

/// SQLITE_TRANSIENT is a cast that Swift cannot import: SQLite copies the bytes before it returns.
static inline int migcheck_bind_text(
    sqlite3_stmt *statement, int index, const char *bytes, sqlite3_uint64 count) {
  return sqlite3_bind_text64(statement, index, bytes, count, SQLITE_TRANSIENT, SQLITE_UTF8);
}

static inline int migcheck_bind_blob(
    sqlite3_stmt *statement, int index, const void *bytes, sqlite3_uint64 count) {
  return sqlite3_bind_blob64(statement, index, bytes, count, SQLITE_TRANSIENT);
}

static inline void migcheck_result_text(
    sqlite3_context *context, const char *bytes, sqlite3_uint64 count) {
  sqlite3_result_text64(context, bytes, count, SQLITE_TRANSIENT, SQLITE_UTF8);
}

static inline void migcheck_result_blob(
    sqlite3_context *context, const void *bytes, sqlite3_uint64 count) {
  sqlite3_result_blob64(context, bytes, count, SQLITE_TRANSIENT);
}

/// Reads the database file through SQLite's own descriptor: to close a second descriptor of the
/// file would drop the locks that this process holds on it.
static inline int migcheck_read_file(
    sqlite3 *connection, void *bytes, int count, sqlite3_int64 offset) {
  sqlite3_file *file = 0;
  int code = sqlite3_file_control(connection, "main", SQLITE_FCNTL_FILE_POINTER, &file);
  if (code != SQLITE_OK) return code;
  if (file == 0 || file->pMethods == 0) return SQLITE_CANTOPEN;
  return file->pMethods->xRead(file, bytes, count, offset);
}

static inline int migcheck_file_size(sqlite3 *connection, sqlite3_int64 *size) {
  sqlite3_file *file = 0;
  int code = sqlite3_file_control(connection, "main", SQLITE_FCNTL_FILE_POINTER, &file);
  if (code != SQLITE_OK) return code;
  if (file == 0 || file->pMethods == 0) return SQLITE_CANTOPEN;
  return file->pMethods->xFileSize(file, size);
}

/// Variadic functions cannot be called from Swift. Has no effect once SQLite is in use.
static inline int migcheck_disable_memory_statistics(void) {
  return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}

/// How many pages a connection asks room for at once; SQLite's own twenty are more than a small file
/// has, and so many that the C library tidies its heap whenever they are given back.
static inline int migcheck_set_initial_pages(int count) {
  return sqlite3_config(SQLITE_CONFIG_PAGECACHE, (void *)0, 0, count);
}

/// Leaves the write-ahead log as it is when the connection closes.
static inline int migcheck_skip_checkpoint_on_close(sqlite3 *connection) {
  return sqlite3_db_config(connection, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, (int *)0);
}

/// Variadic as well: a text in double quotes is always a name.
static inline int migcheck_refuse_double_quoted_text(sqlite3 *connection) {
  int code = sqlite3_db_config(connection, SQLITE_DBCONFIG_DQS_DML, 0, (int *)0);
  if (code != SQLITE_OK) return code;
  return sqlite3_db_config(connection, SQLITE_DBCONFIG_DQS_DDL, 0, (int *)0);
}

/// Variadic as well: what only SQLite itself writes is not writable by statements, or is again.
static inline int migcheck_defend(sqlite3 *connection, int is_on) {
  return sqlite3_db_config(connection, SQLITE_DBCONFIG_DEFENSIVE, is_on, (int *)0);
}

/// Apple's SQLite has no extensions.
static inline int migcheck_enable_extensions(sqlite3 *connection) {
#ifdef __APPLE__
  (void)connection;
  return SQLITE_MISUSE;
#else
  return sqlite3_enable_load_extension(connection, 1);
#endif
}

static inline int migcheck_equal(const void *first, const void *second, size_t count) {
  return memcmp(first, second, count) == 0;
}

// Not every SQLite is built with these four. A static program has no table of symbols to look them up
// in, so that they are weak where the linker can do that.
#if defined(__APPLE__)
static inline const char *migcheck_origin(
    const char *function, sqlite3_stmt *statement, int column) {
  const char *(*origin)(sqlite3_stmt *, int) =
      (const char *(*)(sqlite3_stmt *, int))dlsym((void *)-2, function);
  return origin == 0 ? 0 : origin(statement, column);
}

static inline int migcheck_knows_origins(void) {
  return dlsym((void *)-2, "sqlite3_column_origin_name") != 0;
}
#else
extern const char *sqlite3_column_table_name(sqlite3_stmt *, int) __attribute__((weak));
extern const char *sqlite3_column_origin_name(sqlite3_stmt *, int) __attribute__((weak));

static inline int migcheck_knows_origins(void) {
  return sqlite3_column_table_name != 0 && sqlite3_column_origin_name != 0;
}
#endif

/// The table that a column of a query is read from; 0: it is an expression.
static inline const char *migcheck_origin_table(sqlite3_stmt *statement, int column) {
#if defined(__APPLE__)
  return migcheck_origin("sqlite3_column_table_name", statement, column);
#else
  return sqlite3_column_table_name == 0 ? 0 : sqlite3_column_table_name(statement, column);
#endif
}

/// The name that the column has in that table.
static inline const char *migcheck_origin_column(sqlite3_stmt *statement, int column) {
#if defined(__APPLE__)
  return migcheck_origin("sqlite3_column_origin_name", statement, column);
#else
  return sqlite3_column_origin_name == 0 ? 0 : sqlite3_column_origin_name(statement, column);
#endif
}

#if defined(__APPLE__)
typedef unsigned char *(*migcheck_serialize)(
    sqlite3 *, const char *, sqlite3_int64 *, unsigned int);
typedef int (*migcheck_deserialize)(
    sqlite3 *, const char *, unsigned char *, sqlite3_int64, sqlite3_int64, unsigned int);

static inline migcheck_serialize migcheck_serializing(void) {
  return (migcheck_serialize)dlsym((void *)-2, "sqlite3_serialize");
}

static inline migcheck_deserialize migcheck_deserializing(void) {
  return (migcheck_deserialize)dlsym((void *)-2, "sqlite3_deserialize");
}
#else
extern unsigned char *sqlite3_serialize(
    sqlite3 *, const char *, sqlite3_int64 *, unsigned int) __attribute__((weak));
extern int sqlite3_deserialize(
    sqlite3 *, const char *, unsigned char *, sqlite3_int64, sqlite3_int64, unsigned int)
    __attribute__((weak));
#endif

/// The content of a database as a file would hold it, to be given back with `sqlite3_free`.
///
/// - returns: 0 if this SQLite cannot do that, or the database has no page, or there is no memory.
static inline unsigned char *migcheck_image(sqlite3 *connection, sqlite3_int64 *size) {
#if defined(__APPLE__)
  migcheck_serialize serialize = migcheck_serializing();
  if (serialize == 0 || migcheck_deserializing() == 0) return 0;
  return serialize(connection, "main", size, 0);
#else
  if (sqlite3_serialize == 0 || sqlite3_deserialize == 0) return 0;
  return sqlite3_serialize(connection, "main", size, 0);
#endif
}

/// Gives a database in memory the content of a file. To be called only after `migcheck_image` returned one.
///
/// - parameter bytes: of `sqlite3_malloc64`; they belong to the connection then, even after an error.
static inline int migcheck_load_image(
    sqlite3 *connection, unsigned char *bytes, sqlite3_int64 size) {
  // SQLITE_DESERIALIZE_FREEONCLOSE and SQLITE_DESERIALIZE_RESIZEABLE.
  unsigned int flags = 1 | 2;
#if defined(__APPLE__)
  return migcheck_deserializing()(connection, "main", bytes, size, size, flags);
#else
  return sqlite3_deserialize(connection, "main", bytes, size, size, flags);
#endif
}
