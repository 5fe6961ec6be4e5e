-- The database's clock in milliseconds. Leases are compared by it, because the clocks of two servers may differ.
-- engine: sqlite
CREATE VIEW database_clock AS SELECT CAST(unixepoch('subsec') * 1000 AS INTEGER) AS now_at;
-- engine: postgres
CREATE VIEW database_clock AS SELECT CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT) AS now_at;
-- engine: both
-- The server that follows a network until `until_at`, and how far it is followed. A SQLite file has one server and no rows.
CREATE TABLE network_leases (
  environment TEXT NOT NULL CHECK (environment IN ('live', 'test')),
  network TEXT NOT NULL CHECK (network IN ('TRC20', 'ERC20')),
  holder TEXT NOT NULL,
  until_at BIGINT NOT NULL,
  block_number BIGINT,
  head_number BIGINT,
  progress_at BIGINT,
  PRIMARY KEY (environment, network)
);
