CREATE TABLE new_person (id INTEGER PRIMARY KEY, last TEXT, first TEXT);
INSERT INTO new_person SELECT * FROM person;
DROP TABLE person;
ALTER TABLE new_person RENAME TO person;
