CREATE TABLE new_tag (id INTEGER PRIMARY KEY, name TEXT NOT NULL, colour TEXT);
INSERT INTO new_tag (id, name) SELECT id, name FROM tag;
DROP TABLE tag;
ALTER TABLE new_tag RENAME TO tag;
