CREATE UNIQUE INDEX tag_name ON tag (name);
