CREATE TABLE new_list (id INTEGER PRIMARY KEY, name TEXT NOT NULL DEFAULT '');
INSERT INTO new_list (id, name) SELECT id, coalesce(name, '') FROM list;
DROP TABLE list;
ALTER TABLE new_list RENAME TO list;
