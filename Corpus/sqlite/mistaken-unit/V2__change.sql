CREATE TABLE message_new (
  id INTEGER PRIMARY KEY,
  body TEXT NOT NULL,
  sent_at INTEGER NOT NULL DEFAULT (CAST(strftime('%s', 'now') AS INTEGER) * 1000));
INSERT INTO message_new (id, body, sent_at)
  SELECT id, body, coalesce(CAST(strftime('%s', sent_at) AS INTEGER), 0) FROM message;
DROP TABLE message;
ALTER TABLE message_new RENAME TO message;
