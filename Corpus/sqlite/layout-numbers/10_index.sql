CREATE INDEX note_title ON note (title);
