CREATE TABLE address_counters (
  environment TEXT NOT NULL CHECK (environment IN ('live', 'test')),
  network TEXT NOT NULL CHECK (network IN ('TRC20', 'ERC20')),
  next_index BIGINT NOT NULL,
  PRIMARY KEY (environment, network)
);

CREATE TABLE addresses (
  id TEXT PRIMARY KEY,
  environment TEXT NOT NULL CHECK (environment IN ('live', 'test')),
  network TEXT NOT NULL CHECK (network IN ('TRC20', 'ERC20')),
  derivation_index BIGINT NOT NULL CHECK (derivation_index >= 1),
  address TEXT NOT NULL,
  free_at BIGINT,
  UNIQUE (environment, network, derivation_index),
  UNIQUE (environment, network, address)
);
CREATE INDEX addresses_by_rest ON addresses (environment, network, free_at) WHERE free_at IS NOT NULL;

CREATE TABLE orders (
  id TEXT PRIMARY KEY,
  merchant_id TEXT NOT NULL REFERENCES merchants (id),
  environment TEXT NOT NULL CHECK (environment IN ('live', 'test')),
  kind TEXT NOT NULL CHECK (kind IN ('on-chain', 'app')),
  order_number TEXT NOT NULL UNIQUE,
  status TEXT NOT NULL CHECK (status IN
    ('PENDING', 'OPEN', 'PENDING_CONFIRM', 'CONFIRMING', 'PAID', 'EXPIRED', 'EXPIRED_PAID', 'UNDERPAID', 'FROZEN')),
  amount BIGINT CHECK (amount > 0),
  received BIGINT NOT NULL CHECK (received >= 0),
  confirmed BIGINT NOT NULL CHECK (confirmed >= 0 AND confirmed <= received),
  credited BIGINT NOT NULL CHECK (credited >= 0 AND credited <= confirmed),
  fee_rate BIGINT NOT NULL,
  network TEXT CHECK (network IN ('TRC20', 'ERC20')),
  address_id TEXT REFERENCES addresses (id),
  checkout_token TEXT UNIQUE,
  tolerance BIGINT,
  min_due BIGINT,
  depth BIGINT CHECK (depth >= 1),
  amount_mode TEXT CHECK (amount_mode IN ('FIXED', 'CUSTOM')),
  scale BIGINT,
  amount_min BIGINT,
  amount_max BIGINT,
  description TEXT,
  metadata TEXT NOT NULL,
  return_url TEXT,
  webhook_url TEXT,
  remark TEXT,
  frozen_reason TEXT CHECK (frozen_reason IN ('compliance', 'reorg')),
  rejected_at BIGINT,
  expire_at BIGINT NOT NULL,
  window_ended_at BIGINT,
  paid_at BIGINT,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL,
  version BIGINT NOT NULL,
  CHECK (kind = 'app' OR (amount IS NOT NULL AND network IS NOT NULL AND address_id IS NOT NULL
    AND checkout_token IS NOT NULL AND tolerance IS NOT NULL AND min_due IS NOT NULL AND depth IS NOT NULL)),
  CHECK ((status = 'FROZEN') = (frozen_reason IS NOT NULL)),
  CHECK (rejected_at IS NULL OR status = 'FROZEN'),
  CHECK (kind = 'on-chain' OR (network IS NULL AND amount_mode IS NOT NULL AND scale IS NOT NULL
    AND amount_min IS NOT NULL AND amount_max IS NOT NULL))
);
CREATE INDEX orders_by_merchant ON orders (merchant_id, environment, created_at, id);
CREATE INDEX orders_due ON orders (environment, network, expire_at, id) WHERE status = 'OPEN';

CREATE TABLE order_counts (
  merchant_id TEXT NOT NULL REFERENCES merchants (id),
  environment TEXT NOT NULL CHECK (environment IN ('live', 'test')),
  total BIGINT NOT NULL CHECK (total >= 1),
  PRIMARY KEY (merchant_id, environment)
);

CREATE TABLE address_leases (
  order_id TEXT PRIMARY KEY REFERENCES orders (id),
  address_id TEXT NOT NULL REFERENCES addresses (id),
  from_at BIGINT NOT NULL,
  released_at BIGINT,
  until_at BIGINT CHECK (until_at >= from_at),
  CHECK ((released_at IS NULL) = (until_at IS NULL))
);
CREATE INDEX address_leases_by_address ON address_leases (address_id, from_at);

CREATE TABLE idempotency_keys (
  merchant_id TEXT NOT NULL REFERENCES merchants (id),
  environment TEXT NOT NULL,
  operation TEXT NOT NULL,
  key TEXT NOT NULL,
  input_hash TEXT NOT NULL,
  resource_id TEXT NOT NULL,
  expires_at BIGINT NOT NULL,
  PRIMARY KEY (merchant_id, environment, operation, key)
);
