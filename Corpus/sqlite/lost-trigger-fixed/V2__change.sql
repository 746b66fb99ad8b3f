CREATE TABLE new_note (id INTEGER PRIMARY KEY, title TEXT, changes INTEGER NOT NULL DEFAULT 0, stars INTEGER);
INSERT INTO new_note (id, title, changes) SELECT id, title, changes FROM note;
DROP TABLE note;
ALTER TABLE new_note RENAME TO note;
CREATE TRIGGER note_changed AFTER UPDATE OF title ON note BEGIN
  UPDATE note SET changes = changes + 1 WHERE id = new.id;
END;
