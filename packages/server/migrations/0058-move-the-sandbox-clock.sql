-- How business time differs from the time of the machine, on a developer's server. One row, or none where it never moved.
CREATE TABLE sandbox_clock (
  id BIGINT PRIMARY KEY CHECK (id = 1),
  ahead_ms BIGINT NOT NULL,
  frozen_at BIGINT
);
