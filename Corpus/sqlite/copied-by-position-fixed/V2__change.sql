CREATE TABLE new_person (id INTEGER PRIMARY KEY, last TEXT, first TEXT);
INSERT INTO new_person (id, last, first) SELECT id, last, first FROM person;
DROP TABLE person;
ALTER TABLE new_person RENAME TO person;
