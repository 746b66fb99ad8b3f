DELETE FROM tag WHERE id NOT IN (SELECT min(id) FROM tag GROUP BY name);
CREATE UNIQUE INDEX tag_name ON tag (name);
