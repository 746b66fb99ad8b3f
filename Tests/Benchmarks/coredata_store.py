"""Makes a store as Core Data lays it out, and times `migcheck upgrade` on it.

Usage: coredata_store.py ROWS MIGCHECK [FOLDER]

ROWS objects in three entities: notes in ordered folders, with tags. The second version of the model
renames an attribute, widens another and adds a third. With FOLDER the model and the store stay there.
"""

import os
import plistlib
import resource
import sqlite3
import subprocess
import sys
import tempfile
import time

TABLES = """
CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, Z_MAX INTEGER);
CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR(255), Z_PLIST BLOB);
CREATE TABLE Z_MODELCACHE (Z_CONTENT BLOB);
CREATE TABLE ZFOLDER (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZTITLE VARCHAR);
CREATE TABLE ZNOTE (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZCOUNT INTEGER,
  ZPINNED INTEGER, ZFOLDER INTEGER, Z_FOK_FOLDER INTEGER, ZCREATED TIMESTAMP, ZTITLE VARCHAR,
  ZBODY VARCHAR, ZUUID BLOB);
CREATE TABLE Z_2TAGS (Z_2NOTES INTEGER, Z_3TAGS INTEGER, PRIMARY KEY (Z_2NOTES, Z_3TAGS));
CREATE TABLE ZTAG (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZNAME VARCHAR);
"""

MODEL = """<?xml version="1.0"?>
<model>
<entity name="Folder"><attribute name="title" optional="YES" attributeType="String"/>
<relationship name="notes" optional="YES" toMany="YES" ordered="YES" destinationEntity="Note"
  inverseName="folder"/></entity>
<entity name="Note"><attribute name="pinned" attributeType="Boolean" defaultValueString="NO"/>
<attribute name="created" optional="YES" attributeType="Date"/>
<attribute name="uuid" optional="YES" attributeType="UUID"/>
<attribute name="body" optional="YES" attributeType="String"/>
%s
<relationship name="folder" optional="YES" maxCount="1" destinationEntity="Folder" inverseName="notes"/>
<relationship name="tags" optional="YES" toMany="YES" destinationEntity="Tag" inverseName="notes"/>
</entity>
<entity name="Tag"><attribute name="name" optional="YES" attributeType="String"/>
<relationship name="notes" optional="YES" toMany="YES" destinationEntity="Note" inverseName="tags"/>
</entity>
</model>
"""

VERSIONS = [
    """<attribute name="count" optional="YES" attributeType="Integer 16"/>
<attribute name="title" optional="YES" attributeType="String"/>""",
    """<attribute name="count" optional="YES" attributeType="Integer 64"/>
<attribute name="name" elementID="title" optional="YES" attributeType="String"/>
<attribute name="archived" attributeType="Boolean" defaultValueString="NO"/>""",
]


def write_model(folder):
    for number, attributes in enumerate(VERSIONS, 1):
        path = f"{folder}/Notes.xcdatamodeld/Notes {number}.xcdatamodel"
        os.makedirs(path)
        with open(path + "/contents", "w") as file:
            file.write(MODEL % attributes)


def write_store(path, rows):
    tags, folders = 100, max(1, rows // 100)
    notes = rows - tags - folders
    store = sqlite3.connect(path)
    store.executescript(TABLES)
    entities = [(1, "Folder", 0, folders), (2, "Note", 0, notes), (3, "Tag", 0, tags)]
    store.executemany("INSERT INTO Z_PRIMARYKEY VALUES (?, ?, ?, ?)", entities)
    metadata = plistlib.dumps({"NSStoreModelVersionIdentifiers": [""]}, fmt=plistlib.FMT_BINARY)
    store.execute("INSERT INTO Z_METADATA VALUES (1, 'A', ?)", (metadata,))
    store.executemany(
        "INSERT INTO ZFOLDER VALUES (?, 1, 1, ?)",
        ((key, f"Folder {key}") for key in range(1, folders + 1)))
    store.executemany(
        "INSERT INTO ZTAG VALUES (?, 3, 1, ?)", ((key, f"tag {key}") for key in range(1, tags + 1)))
    store.executemany(
        "INSERT INTO ZNOTE VALUES (?, 2, 1, ?, ?, ?, ?, ?, ?, ?, ?)",
        ((key, key % 30000, key % 2, 1 + key % folders, key * 1024, 6e8 + key / 7, f"Note {key}",
          f"The text of note {key}, which is about as long as notes are.", key.to_bytes(16, "big"))
         for key in range(1, notes + 1)))
    store.executemany(
        "INSERT INTO Z_2TAGS VALUES (?, ?)",
        ((key, 1 + key * 7 % tags) for key in range(1, notes + 1)))
    store.commit()
    store.close()


def main(rows, command, folder):
    write_model(folder)
    store = folder + "/Notes.sqlite"
    write_store(store, rows)
    start = time.monotonic()
    subprocess.run(
        [command, "upgrade", folder + "/Notes.xcdatamodeld", "--store", store, "--to", "2", "--out",
         folder + "/notes.graph.json"], check=True, stderr=subprocess.DEVNULL)
    elapsed = time.monotonic() - start
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    print(f"{elapsed:.2f} s, {usage.ru_utime + usage.ru_stime:.2f} s of processors, "
          f"{usage.ru_maxrss // 1024} MiB")


if __name__ == "__main__":
    if len(sys.argv) == 4:
        os.makedirs(sys.argv[3], exist_ok=True)
        main(int(sys.argv[1]), sys.argv[2], sys.argv[3])
    else:
        with tempfile.TemporaryDirectory() as folder:
            main(int(sys.argv[1]), sys.argv[2], folder)
