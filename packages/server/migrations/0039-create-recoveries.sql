-- A recovery follows a restore: the database is older than the networks, and nothing is signed until an operator finishes it.
-- At most one is open.
CREATE TABLE recoveries (
  id BIGINT PRIMARY KEY,
  is_open BIGINT UNIQUE CHECK (is_open = 1),
  cause TEXT NOT NULL CHECK (cause IN ('restore', 'unknown_transfer', 'unknown_nonce', 'mark')),
  reason TEXT NOT NULL,
  backup_at BIGINT,
  begun_at BIGINT NOT NULL,
  finished_at BIGINT,
  CHECK ((is_open IS NULL) = (finished_at IS NOT NULL))
);

-- Derivation indexes that no order gets, because orders that the restore lost may have had them. A server derives and
-- watches their addresses. They do not count towards the address limit.
CREATE TABLE skipped_indexes (
  environment TEXT NOT NULL CHECK (environment IN ('live', 'test')),
  network TEXT NOT NULL CHECK (network IN ('TRC20', 'ERC20')),
  first_index BIGINT NOT NULL,
  last_index BIGINT NOT NULL CHECK (last_index >= first_index),
  derived_at BIGINT,
  PRIMARY KEY (environment, network, first_index)
);
