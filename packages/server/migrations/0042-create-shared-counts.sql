-- Counts that servers share. Losing them costs at most a window of a limit, so PostgreSQL keeps them out of its log: no
-- count waits for the disk.

-- The calls that a limit has counted in the current window. `name` is a hash where it contains an address
-- or a token.
-- engine: sqlite
CREATE TABLE rate_limits (
  name TEXT PRIMARY KEY,
  taken BIGINT NOT NULL,
  ends_at BIGINT NOT NULL
);
-- engine: postgres
CREATE UNLOGGED TABLE rate_limits (
  name TEXT PRIMARY KEY,
  taken BIGINT NOT NULL,
  ends_at BIGINT NOT NULL
);

CREATE INDEX rate_limits_by_end ON rate_limits (ends_at);

-- The servers of this database. One that has not been seen for a while no longer counts.
CREATE UNLOGGED TABLE stream_servers (
  id TEXT PRIMARY KEY,
  seen_at BIGINT NOT NULL
);

-- The open event streams under each name, as an object from server to number. One row per name, whose lock makes the
-- servers count one after another.
CREATE UNLOGGED TABLE open_streams (
  name TEXT PRIMARY KEY,
  counts JSONB NOT NULL
);
