-- +goose Up
CREATE TABLE note (id INTEGER PRIMARY KEY, title TEXT);

-- +goose Down
DROP TABLE note;
