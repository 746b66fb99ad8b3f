CREATE TABLE new_note (id INTEGER PRIMARY KEY, title TEXT NOT NULL);
INSERT INTO new_note (id, title) SELECT id, title FROM note;
DROP TABLE note;
ALTER TABLE new_note RENAME TO note;
