CREATE TABLE note (id INTEGER PRIMARY KEY, title TEXT, changes INTEGER NOT NULL DEFAULT 0);
CREATE TRIGGER note_changed AFTER UPDATE OF title ON note BEGIN
  UPDATE note SET changes = changes + 1 WHERE id = new.id;
END;
