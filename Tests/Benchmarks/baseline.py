"""The checks of the Contacts history as somebody would write them by hand with Hypothesis and sqlite3.

Usage: baseline.py TRIALS

Prints the processor seconds of one trial: one start graph of a random version, upgraded along
every path to version 5, in :memory: and in a file that is closed and opened at every stop, and
the ends compared with each other.
"""

import itertools
import os
import shutil
import sqlite3
import sys
import tempfile
import time

from hypothesis import HealthCheck, Phase, given, settings, strategies

LAST = 5
TEXTS = strategies.text(max_size=12)
INTEGERS = strategies.integers(-(2**63), 2**63 - 1)
COLUMNS = {
    1: ["firstName", "lastName", "age"],
    2: ["fullName", "age"],
    3: ["fullName", "age"],
    4: ["id", "fullName", "age", "email", "nickname"],
}


def values(column, version):
    if column == "email":
        return strategies.none() | TEXTS
    return INTEGERS if column == "age" and version < 3 else TEXTS


@strategies.composite
def graphs(draw):
    version = draw(strategies.integers(1, LAST - 1))
    names = draw(strategies.lists(TEXTS, max_size=8))
    dates = strategies.none() | strategies.integers(-(2**40), 2**40)
    dogs = [(name, draw(dates)) if version >= 4 else (name,) for name in names]
    addresses = draw(strategies.lists(strategies.tuples(TEXTS, TEXTS), max_size=8))
    homes = strategies.none()
    if addresses:
        homes |= strategies.integers(0, len(addresses) - 1)
    owned = strategies.just([])
    if dogs:
        owned = strategies.lists(strategies.integers(0, len(dogs) - 1), max_size=4)
    persons = []
    for row in range(draw(strategies.integers(0, 8))):
        own = [
            row if column == "id" else draw(values(column, version)) for column in COLUMNS[version]
        ]
        persons.append((own, draw(homes), draw(owned)))
    return version, persons, dogs, addresses


def create(database, graph):
    version, persons, dogs, addresses = graph
    columns = COLUMNS[version]
    adopted = ", adopted" if version >= 4 else ""
    database.execute(f"CREATE TABLE Person (k INTEGER PRIMARY KEY, {', '.join(columns)}, home)")
    database.execute(f"CREATE TABLE Dog (k INTEGER PRIMARY KEY, name{adopted})")
    database.execute("CREATE TABLE Address (k INTEGER PRIMARY KEY, street, city)")
    database.execute("CREATE TABLE dogs (person, position, dog)")
    for key, (own, home, owned) in enumerate(persons):
        marks = ", ".join("?" * (len(columns) + 2))
        database.execute(f"INSERT INTO Person VALUES ({marks})", [key, *own, home])
        database.executemany(
            "INSERT INTO dogs VALUES (?, ?, ?)", [(key, *entry) for entry in enumerate(owned)]
        )
    for key, dog in enumerate(dogs):
        database.execute(f"INSERT INTO Dog VALUES (?{', ?' * len(dog)})", [key, *dog])
    for key, address in enumerate(addresses):
        database.execute("INSERT INTO Address VALUES (?, ?, ?)", [key, *address])
    database.execute(f"PRAGMA user_version = {version}")
    database.commit()


def embed_addresses(database):
    database.execute("DELETE FROM Address WHERE k NOT IN (SELECT home FROM Person WHERE home >= 0)")
    homes = database.execute("SELECT k, home FROM Person WHERE home >= 0 ORDER BY k").fetchall()
    (free,) = database.execute("SELECT ifnull(max(k), -1) + 1 FROM Address").fetchone()
    seen = set()
    for person, home in homes:
        if home in seen:
            database.execute(
                "INSERT INTO Address SELECT ?, street, city FROM Address WHERE k = ?", (free, home)
            )
            database.execute("UPDATE Person SET home = ? WHERE k = ?", (free, person))
            free += 1
        seen.add(home)


def upgrade(database, target):
    (version,) = database.execute("PRAGMA user_version").fetchone()
    run = database.execute
    if version < 2 <= target:
        run("ALTER TABLE Person ADD COLUMN fullName")
        run("UPDATE Person SET fullName = firstName || ' ' || lastName")
        run("ALTER TABLE Person DROP COLUMN firstName")
        run("ALTER TABLE Person DROP COLUMN lastName")
    if version < 3 <= target:
        run("UPDATE Person SET age = CAST(age AS TEXT)")
    if version < 4 <= target:
        for column in ["id", "email", "nickname"]:
            run(f"ALTER TABLE Person ADD COLUMN {column}")
        run("ALTER TABLE Dog ADD COLUMN adopted")
        run("UPDATE Person SET id = k, nickname = 'friend'")
        run("CREATE UNIQUE INDEX ids ON Person (id)")
    if version < 5 <= target:
        run("ALTER TABLE Dog RENAME COLUMN name TO callName")
        embed_addresses(database)
    run(f"PRAGMA user_version = {target}")
    database.commit()


def content(database):
    addresses = {row[0]: row[1:] for row in database.execute("SELECT * FROM Address")}
    dogs = database.execute("SELECT k, callName, adopted FROM Dog ORDER BY k").fetchall()
    owned = database.execute("SELECT * FROM dogs ORDER BY person, position").fetchall()
    persons = database.execute(
        "SELECT k, id, fullName, age, email, nickname, home FROM Person ORDER BY k"
    ).fetchall()
    homes = [person[-1] for person in persons if person[-1] is not None]
    assert sorted(homes) == sorted(addresses), "an address has exactly one parent"
    assert len({person[1] for person in persons}) == len(persons), "keys are unique"
    return [(*person[:-1], addresses.get(person[-1])) for person in persons], dogs, owned


def connect(path):
    database = sqlite3.connect(path)
    database.execute("PRAGMA synchronous = OFF")
    return database


def trial(graph, folder):
    between = range(graph[0] + 1, LAST)
    skips = (itertools.combinations(between, size) for size in range(len(between) + 1))
    ends = []
    for stops in itertools.chain.from_iterable(skips):
        for path in [":memory:", f"{folder}/store"]:
            database = connect(path)
            create(database, graph)
            for version in [*stops, LAST]:
                upgrade(database, version)
                if path != ":memory:":
                    database.close()
                    database = connect(path)
            ends.append(content(database))
            database.close()
            if path != ":memory:":
                os.unlink(path)
    assert all(end == ends[0] for end in ends)


def main():
    trials = int(sys.argv[1])
    folder = tempfile.mkdtemp(dir="/dev/shm" if os.path.isdir("/dev/shm") else None)
    ran = 0

    @settings(
        max_examples=trials, deadline=None, database=None, phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(graphs())
    def run(graph):
        nonlocal ran
        trial(graph, folder)
        ran += 1

    try:
        start = time.process_time()
        run()
        print(f"{(time.process_time() - start) / ran:.6f}")
    finally:
        shutil.rmtree(folder)


main()
