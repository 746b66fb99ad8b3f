// The bare SQLite work of one hop of Contacts, 1 → 3, in C: a copy of the file, two columns written, the
// file closed and opened again, and read. Usage: floor COUNT GRAPHS; prints milliseconds of a processor
// for a hop. Build with cc -O2 floor.c -lsqlite3.
#include <fcntl.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

static double processor_seconds(void) {
  struct rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_utime.tv_sec + usage.ru_stime.tv_sec +
         (usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
}

static void run(sqlite3 *database, const char *sql) {
  char *message = NULL;
  if (sqlite3_exec(database, sql, NULL, NULL, &message) != SQLITE_OK) {
    fprintf(stderr, "%s: %s\n", sql, message);
    exit(1);
  }
}

static sqlite3 *open_database(const char *path) {
  sqlite3 *database;
  int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX;
  if (sqlite3_open_v2(path, &database, flags, "unix-none") != SQLITE_OK) exit(1);
  run(database, "PRAGMA locking_mode = exclusive; PRAGMA synchronous = off; PRAGMA journal_mode = memory");
  return database;
}

static long read_bytes;

static void read_table(sqlite3 *database, const char *table) {
  char sql[64];
  sqlite3_stmt *statement;
  snprintf(sql, sizeof sql, "SELECT * FROM %s", table);
  if (sqlite3_prepare_v2(database, sql, -1, &statement, NULL) != SQLITE_OK) exit(1);
  while (sqlite3_step(statement) == SQLITE_ROW)
    for (int column = 0; column < sqlite3_column_count(statement); column++)
      read_bytes += sqlite3_column_bytes(statement, column);
  sqlite3_finalize(statement);
}

int main(int count, char **arguments) {
  if (count != 3) return 64;
  int hops = atoi(arguments[1]), graphs = atoi(arguments[2]);
  char folder[] = "/dev/shm/migcheck-floor-XXXXXX", start[80], path[80];
  if (!mkdtemp(folder)) return 74;
  snprintf(start, sizeof start, "%s/start", folder);
  snprintf(path, sizeof path, "%s/hop", folder);
  sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
  sqlite3 *database = open_database(start);
  // A spare column, so that no hop alters a table.
  run(database,
      "CREATE TABLE Person(k INTEGER PRIMARY KEY, firstName, lastName, age, home, spare);"
      "CREATE TABLE Dog(k INTEGER PRIMARY KEY, name);"
      "CREATE TABLE Address(k INTEGER PRIMARY KEY, street, city);"
      "CREATE TABLE Person_dogs(p, i, v);"
      "CREATE TABLE meta(k INTEGER PRIMARY KEY, v);"
      "INSERT INTO meta VALUES(0, zeroblob(600)); BEGIN");
  for (int row = 0; row < 6 * graphs; row++) {
    char sql[320];
    snprintf(sql, sizeof sql,
             "INSERT INTO Person VALUES(%d, 'first%d', 'last%d', %d, %d, NULL);"
             "INSERT INTO Dog VALUES(%d, 'x%d'); INSERT INTO Address VALUES(%d, 's%d', 'c%d');"
             "INSERT INTO Person_dogs VALUES(%d, 0, %d)",
             row, row, row, row, row, row, row, row, row, row, row, row);
    run(database, sql);
  }
  run(database, "COMMIT");
  sqlite3_close(database);
  struct stat status;
  int file = open(start, O_RDONLY);
  if (file < 0 || fstat(file, &status) != 0) return 74;
  char *image = malloc(status.st_size);
  if (!image || read(file, image, status.st_size) != status.st_size) return 74;
  close(file);
  double begin = processor_seconds();
  for (int hop = 0; hop < hops; hop++) {
    file = open(path, O_WRONLY | O_CREAT | O_EXCL, 0644);
    if (file < 0 || write(file, image, status.st_size) != status.st_size) return 74;
    close(file);
    database = open_database(path);
    read_table(database, "meta");
    run(database,
        "BEGIN; UPDATE Person SET spare = firstName || ' ' || lastName;"
        "UPDATE Person SET age = CAST(age AS TEXT); UPDATE meta SET v = zeroblob(640); COMMIT");
    sqlite3_close(database);
    database = open_database(path);
    read_table(database, "Person");
    read_table(database, "Dog");
    read_table(database, "Address");
    read_table(database, "Person_dogs");
    read_table(database, "meta");
    sqlite3_close(database);
    unlink(path);
  }
  printf("%.4f\n", (processor_seconds() - begin) / hops * 1000);
  unlink(start);
  rmdir(folder);
  return read_bytes == 0;
}
