-- The proof that the database lacks no commit since `begun_at`. Without the row it may be older than its networks: indexes
-- are skipped before an address is leased, and the row is written again.
-- engine: sqlite
CREATE TABLE continuity_marks (
  id BIGINT PRIMARY KEY CHECK (id = 1),
  begun_at BIGINT NOT NULL,
  made_in BIGINT NOT NULL,
  -- When the server stopped in order; null while one runs, and after it was killed.
  stopped_at BIGINT
);
CREATE VIEW database_place AS SELECT 0 AS place;
-- The migration counts as an orderly stop: a new database has lost nothing.
INSERT INTO continuity_marks (id, begun_at, made_in, stopped_at)
SELECT 1, 0, place, CAST(strftime('%s', 'now') AS INTEGER) * 1000 FROM database_place;
-- PostgreSQL empties an unlogged table after a crash and when a standby is promoted, and never copies it to another server
-- with the log. A dump copies it into a table with another number.
-- engine: postgres
CREATE UNLOGGED TABLE continuity_marks (
  id BIGINT PRIMARY KEY CHECK (id = 1),
  begun_at BIGINT NOT NULL,
  made_in BIGINT NOT NULL,
  stopped_at BIGINT
);
CREATE VIEW database_place AS
  SELECT CAST(CAST(oid AS TEXT) AS BIGINT) AS place FROM pg_class WHERE oid = to_regclass('continuity_marks');
INSERT INTO continuity_marks (id, begun_at, made_in) SELECT 1, 0, place FROM database_place;

-- engine: both
-- Addresses that were free then may have been leased by lost orders.
ALTER TABLE skipped_indexes ADD COLUMN skipped_at BIGINT;
