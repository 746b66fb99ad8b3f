"""The file work of one upgrade and nothing else: what a hop of the file store can hardly go below.

Usage: floor.py HOPS

Copies a database of the size that migcheck-bench hops has, opens it, adds a column, updates two,
commits and closes; opens it again, reads all of it, closes and removes it. Prints the processor
seconds of one such hop.
"""

import os
import shutil
import sqlite3
import sys
import tempfile
import time

TABLES = ["Person", "Dog", "Address", "dogs", "meta"]


def connect(path):
    database = sqlite3.connect(path, isolation_level=None)
    database.execute("PRAGMA locking_mode = EXCLUSIVE")
    database.execute("PRAGMA synchronous = OFF")
    return database


def make(path):
    database = connect(path)
    database.execute("PRAGMA journal_mode = WAL")
    database.executescript(
        """
        CREATE TABLE Person (k INTEGER PRIMARY KEY, firstName, lastName, age, home);
        CREATE TABLE Dog (k INTEGER PRIMARY KEY, name);
        CREATE TABLE Address (k INTEGER PRIMARY KEY, street, city);
        CREATE TABLE dogs (person, position, dog);
        CREATE TABLE meta (k INTEGER PRIMARY KEY, v);
        INSERT INTO meta VALUES (0, 1);
        """
    )
    for key in range(6):
        database.execute("INSERT INTO Person VALUES (?, 'a', 'b', ?, ?)", (key, key, key))
        database.execute("INSERT INTO Dog VALUES (?, 'x')", (key,))
        database.execute("INSERT INTO Address VALUES (?, 's', 'c')", (key,))
        database.execute("INSERT INTO dogs VALUES (?, 0, ?)", (key, key))
    database.close()


def hop(base, path):
    shutil.copyfile(base, path)
    database = connect(path)
    database.execute("SELECT v FROM meta").fetchall()
    database.execute("BEGIN")
    database.execute("ALTER TABLE Person ADD COLUMN fullName")
    database.execute("UPDATE Person SET fullName = firstName || ' ' || lastName")
    database.execute("UPDATE Person SET age = CAST(age AS TEXT)")
    database.execute("UPDATE meta SET v = 2")
    database.execute("COMMIT")
    database.close()
    database = connect(path)
    for table in TABLES:
        database.execute(f"SELECT * FROM {table}").fetchall()
    database.close()
    os.unlink(path)


def main():
    hops = int(sys.argv[1])
    folder = tempfile.mkdtemp(dir="/dev/shm" if os.path.isdir("/dev/shm") else None)
    try:
        make(f"{folder}/base")
        start = time.process_time()
        for _ in range(hops):
            hop(f"{folder}/base", f"{folder}/hop")
        print(f"{(time.process_time() - start) / hops:.6f}")
    finally:
        shutil.rmtree(folder)


main()
