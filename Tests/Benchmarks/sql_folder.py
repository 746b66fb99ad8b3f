"""Makes a folder of SQL migrations, times `migcheck` on it, and tells how much of it is SQLite's.

Usage: sql_folder.py VERSIONS TRIALS MIGCHECK [FOLDER]

Every tenth script makes a table, others add columns, indexes and values, move a column to another
table, or make a table anew. With FOLDER the scripts stay there. The share of SQLite is that of the
samples of `perf` in its library, without what it asks the system for; without `perf` it is not told.
"""

import os
import resource
import subprocess
import sys
import tempfile
import time

NAMES = ["person", "note", "tag", "place", "event", "photo", "task", "song", "page", "mail"]


def columns(version, table):
    """The columns of a table, as far as the scripts up to a version have added any."""
    first = NAMES.index(table) * 10 + 1
    added = [
        f"c{later}" for later in range(first + 1, version + 1)
        if NAMES[(later - 1) // 10] == table and (later - 1) % 10 in (1, 5)
    ]
    return ["id", "title", "rank", "owner"] + added


def script(version):
    table = NAMES[(version - 1) // 10]
    before = columns(version - 1, table)
    match (version - 1) % 10:
        case 0:
            return f"""
CREATE TABLE {table} (
  id INTEGER PRIMARY KEY, title TEXT NOT NULL, rank INTEGER NOT NULL DEFAULT 0,
  owner INTEGER REFERENCES {NAMES[0]}(id));
CREATE INDEX {table}_owner ON {table}(owner);"""
        case 1 | 5:
            return f"ALTER TABLE {table} ADD COLUMN c{version} TEXT;"
        case 2:
            return f"CREATE INDEX {table}_title ON {table}(title) WHERE rank > 0;"
        case 3:
            return f"UPDATE {table} SET rank = rank + 1 WHERE title LIKE 'a%' AND rank < 100;"
        case 4:
            return f"""
CREATE TABLE {table}_log (id INTEGER PRIMARY KEY, {table}_id INTEGER, words TEXT);
INSERT INTO {table}_log ({table}_id, words) SELECT id, title FROM {table};"""
        case 6 | 8:
            names = ", ".join(before)
            types = ", ".join(f"{name} TEXT" for name in before[4:])
            return f"""
CREATE TABLE {table}_new (
  id INTEGER PRIMARY KEY, title TEXT NOT NULL, rank INTEGER NOT NULL DEFAULT 0,
  owner INTEGER{', ' + types if types else ''});
INSERT INTO {table}_new ({names}) SELECT {names} FROM {table};
DROP TABLE {table};
ALTER TABLE {table}_new RENAME TO {table};
CREATE INDEX {table}_owner ON {table}(owner);
CREATE INDEX {table}_title ON {table}(title) WHERE rank > 0;"""
        case 7:
            return f"CREATE INDEX {table}_log_{table} ON {table}_log({table}_id);"
        case _:
            return f"DELETE FROM {table}_log WHERE words = '';"


def share(command, folder):
    """What part of the samples of a run lies in SQLite's library; `None`: perf is missing."""
    data = os.path.join(folder, "perf.data")
    try:
        subprocess.run(
            ["perf", "record", "-q", "-F", "199", "-o", data, *command],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
        report = subprocess.run(
            ["perf", "report", "-i", data, "--sort", "dso", "--stdio", "-q"],
            capture_output=True, text=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        return None
    lines = [line.split() for line in report.splitlines() if "libsqlite3" in line]
    return sum(float(line[0].rstrip("%")) for line in lines)


def main():
    versions, trials, migcheck = int(sys.argv[1]), sys.argv[2], sys.argv[3]
    with tempfile.TemporaryDirectory() as scratch:
        folder = sys.argv[4] if len(sys.argv) > 4 else os.path.join(scratch, "Migrations")
        os.makedirs(folder, exist_ok=True)
        for version in range(1, versions + 1):
            with open(os.path.join(folder, f"{version:03}_step.sql"), "w") as file:
                file.write(script(version).strip() + "\n")
        command = [
            migcheck, folder, "--trials", trials, "--foreign-keys", "off",
            "--corpus", os.path.join(scratch, "corpus")]
        begin = time.monotonic()
        result = subprocess.run(command, capture_output=True, text=True)
        seconds = time.monotonic() - begin
        if result.returncode != 0:
            sys.exit(result.stdout + result.stderr)
        upgrades = [
            line.split()[1] for line in result.stdout.splitlines() if line.startswith("  upgrades ")]
        usage = resource.getrusage(resource.RUSAGE_CHILDREN)
        part = share(command, scratch)
        inside = "" if part is None else f", {part:.0f} % of it inside SQLite"
        print(
            f"{seconds:.1f} s for {upgrades[0]} upgrades{inside}, "
            f"at most {usage.ru_maxrss // 1024} MiB")


main()
