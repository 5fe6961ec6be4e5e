CREATE TABLE chain_blocks (
  environment TEXT NOT NULL,
  network TEXT NOT NULL,
  number BIGINT NOT NULL,
  hash TEXT NOT NULL,
  parent_hash TEXT NOT NULL,
  block_time BIGINT NOT NULL,
  PRIMARY KEY (environment, network, number)
);

CREATE TABLE chain_conditions (
  environment TEXT NOT NULL,
  network TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN
    ('halted', 'token_paused', 'token_deprecated', 'token_fee', 'disputed', 'signer_paused')),
  reason TEXT NOT NULL,
  since_at BIGINT NOT NULL,
  PRIMARY KEY (environment, network, kind)
);

ALTER TABLE transfers ADD COLUMN origin TEXT;
CREATE INDEX sandbox_transfers_by_address ON sandbox_transfers (environment, network, to_address);
