CREATE TABLE new_user (id INTEGER PRIMARY KEY, name TEXT);
INSERT INTO new_user (name) SELECT name FROM user ORDER BY name;
DROP TABLE user;
ALTER TABLE new_user RENAME TO user;
