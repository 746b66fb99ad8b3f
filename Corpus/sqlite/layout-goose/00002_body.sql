-- +goose Up
ALTER TABLE note ADD COLUMN body TEXT;

-- +goose Down
ALTER TABLE note DROP COLUMN body;
