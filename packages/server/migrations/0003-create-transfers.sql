CREATE TABLE chain_cursors (
  environment TEXT NOT NULL,
  network TEXT NOT NULL,
  block_number BIGINT NOT NULL,
  block_hash TEXT NOT NULL,
  block_time BIGINT NOT NULL,
  revision BIGINT NOT NULL,
  PRIMARY KEY (environment, network)
);

CREATE TABLE transfers (
  environment TEXT NOT NULL,
  network TEXT NOT NULL,
  tx_hash TEXT NOT NULL,
  log_index BIGINT NOT NULL,
  from_address TEXT NOT NULL,
  to_address TEXT NOT NULL,
  value BIGINT NOT NULL CHECK (value > 0),
  block_number BIGINT NOT NULL,
  block_hash TEXT NOT NULL,
  block_time BIGINT NOT NULL,
  incarnation BIGINT NOT NULL CHECK (incarnation >= 1),
  order_id TEXT REFERENCES orders (id),
  late BIGINT NOT NULL CHECK (late IN (0, 1)),
  flagged BIGINT NOT NULL CHECK (flagged IN (0, 1)),
  due_block BIGINT NOT NULL,
  ignored_reason TEXT CHECK (ignored_reason IN ('implausible')),
  confirmed_at BIGINT,
  orphaned_at BIGINT,
  attributed_to TEXT,
  PRIMARY KEY (environment, network, tx_hash, log_index),
  CHECK (ignored_reason IS NULL OR confirmed_at IS NULL)
);
CREATE INDEX transfers_by_order ON transfers (order_id, block_number, log_index);
CREATE INDEX transfers_by_block ON transfers (environment, network, block_number);
CREATE INDEX transfers_to_confirm ON transfers (environment, network, due_block)
  WHERE confirmed_at IS NULL AND orphaned_at IS NULL AND ignored_reason IS NULL;

CREATE TABLE sandbox_epochs (
  environment TEXT NOT NULL,
  network TEXT NOT NULL,
  first_number BIGINT NOT NULL,
  first_at BIGINT NOT NULL,
  block_ms BIGINT NOT NULL CHECK (block_ms > 0),
  seed TEXT NOT NULL,
  PRIMARY KEY (environment, network, first_number)
);

CREATE TABLE sandbox_forks (
  environment TEXT NOT NULL,
  network TEXT NOT NULL,
  sequence BIGINT NOT NULL,
  first_number BIGINT NOT NULL,
  PRIMARY KEY (environment, network, sequence)
);
CREATE INDEX sandbox_forks_by_block ON sandbox_forks (environment, network, first_number);

CREATE TABLE sandbox_transfers (
  environment TEXT NOT NULL,
  network TEXT NOT NULL,
  tx_hash TEXT NOT NULL,
  from_address TEXT NOT NULL,
  to_address TEXT NOT NULL,
  value BIGINT NOT NULL CHECK (value > 0),
  block_number BIGINT NOT NULL,
  block_time BIGINT NOT NULL,
  PRIMARY KEY (environment, network, tx_hash)
);
CREATE INDEX sandbox_transfers_by_block ON sandbox_transfers (environment, network, block_number);
