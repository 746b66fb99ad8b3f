CREATE TABLE new_user (id INTEGER PRIMARY KEY, name TEXT);
INSERT INTO new_user (id, name) SELECT id, name FROM user;
DROP TABLE user;
ALTER TABLE new_user RENAME TO user;
