-- What leaves our addresses, and what the operator puts into the hot wallet.
CREATE TABLE movements (
  environment TEXT NOT NULL CHECK (environment IN ('live', 'test')),
  network TEXT NOT NULL CHECK (network IN ('TRC20', 'ERC20')),
  tx_hash TEXT NOT NULL,
  log_index BIGINT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('sweep', 'topup', 'outgoing', 'move', 'destroyed')),
  from_address TEXT NOT NULL,
  to_address TEXT,
  value BIGINT NOT NULL CHECK (value > 0),
  block_number BIGINT NOT NULL,
  block_hash TEXT NOT NULL,
  block_time BIGINT NOT NULL,
  incarnation BIGINT NOT NULL CHECK (incarnation >= 1),
  due_block BIGINT NOT NULL,
  ignored_reason TEXT CHECK (ignored_reason IN ('implausible')),
  confirmed_at BIGINT,
  orphaned_at BIGINT,
  PRIMARY KEY (environment, network, tx_hash, log_index),
  CHECK ((kind = 'destroyed') = (to_address IS NULL))
);
CREATE INDEX movements_by_from ON movements (environment, network, from_address);
CREATE INDEX movements_by_to ON movements (environment, network, to_address);
CREATE INDEX movements_by_block ON movements (environment, network, block_number);
CREATE INDEX movements_to_confirm ON movements (environment, network, due_block)
  WHERE confirmed_at IS NULL AND orphaned_at IS NULL;

-- A value may be more than any column holds, so it is text.
CREATE TABLE ignored_transfers (
  environment TEXT NOT NULL CHECK (environment IN ('live', 'test')),
  network TEXT NOT NULL CHECK (network IN ('TRC20', 'ERC20')),
  tx_hash TEXT NOT NULL,
  log_index BIGINT NOT NULL,
  address TEXT NOT NULL,
  reason TEXT NOT NULL,
  from_address TEXT NOT NULL,
  to_address TEXT NOT NULL,
  value TEXT NOT NULL,
  block_number BIGINT NOT NULL,
  block_hash TEXT NOT NULL,
  block_time BIGINT NOT NULL,
  PRIMARY KEY (environment, network, tx_hash, log_index, address)
);
CREATE INDEX ignored_transfers_by_address ON ignored_transfers (environment, network, address, reason);
CREATE INDEX ignored_transfers_by_block ON ignored_transfers (environment, network, block_number);

CREATE TABLE ignored_counts (
  environment TEXT NOT NULL CHECK (environment IN ('live', 'test')),
  network TEXT NOT NULL CHECK (network IN ('TRC20', 'ERC20')),
  address TEXT NOT NULL,
  reason TEXT NOT NULL,
  total BIGINT NOT NULL CHECK (total >= 0),
  PRIMARY KEY (environment, network, address, reason)
);

-- An address that had more than the books know when its order was about to expire.
CREATE TABLE address_excesses (
  environment TEXT NOT NULL CHECK (environment IN ('live', 'test')),
  network TEXT NOT NULL CHECK (network IN ('TRC20', 'ERC20')),
  address TEXT NOT NULL,
  order_id TEXT NOT NULL REFERENCES orders (id),
  amount BIGINT NOT NULL CHECK (amount >= 0),
  accepted BIGINT NOT NULL CHECK (accepted >= 0),
  reread_at BIGINT NOT NULL,
  reread_to BIGINT NOT NULL,
  PRIMARY KEY (environment, network, address)
);

CREATE INDEX address_excesses_by_order ON address_excesses (order_id);

-- What an address holds is held against what came to it.
CREATE INDEX transfers_by_address ON transfers (environment, network, to_address);

-- The block after which the lease's payments come.
ALTER TABLE address_leases ADD COLUMN after_block BIGINT;
-- The token's owner may take what is on it: never leased again.
ALTER TABLE addresses ADD COLUMN blacklisted_at BIGINT;
DROP INDEX addresses_by_rest;
CREATE INDEX addresses_by_rest ON addresses (environment, network, free_at)
  WHERE free_at IS NOT NULL AND blacklisted_at IS NULL;

-- Which kinds there are is for the code to say.
CREATE TABLE conditions_of_chains (
  environment TEXT NOT NULL,
  network TEXT NOT NULL,
  kind TEXT NOT NULL,
  reason TEXT NOT NULL,
  since_at BIGINT NOT NULL,
  PRIMARY KEY (environment, network, kind)
);
INSERT INTO conditions_of_chains (environment, network, kind, reason, since_at)
  SELECT environment, network, kind, reason, since_at FROM chain_conditions;
DROP TABLE chain_conditions;
ALTER TABLE conditions_of_chains RENAME TO chain_conditions;
