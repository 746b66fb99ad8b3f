CREATE TABLE IF NOT EXISTS kept (id INTEGER);
UPDATE song SET copies = (SELECT count(*) FROM kept WHERE kept.id = song.id);
