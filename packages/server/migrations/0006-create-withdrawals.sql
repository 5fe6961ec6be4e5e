CREATE TABLE withdrawals (
  id TEXT PRIMARY KEY,
  merchant_id TEXT NOT NULL REFERENCES merchants (id),
  environment TEXT NOT NULL CHECK (environment IN ('live', 'test')),
  withdrawal_number TEXT NOT NULL UNIQUE,
  status TEXT NOT NULL CHECK (status IN
    ('PENDING', 'REVIEW', 'PROCESSING', 'BROADCAST', 'COMPLETED', 'FAILED', 'CANCELED')),
  amount BIGINT NOT NULL CHECK (amount > 0),
  fee BIGINT NOT NULL CHECK (fee >= 0),
  network TEXT NOT NULL CHECK (network IN ('TRC20', 'ERC20')),
  destination_address TEXT NOT NULL,
  tx_hash TEXT,
  confirmations BIGINT NOT NULL CHECK (confirmations >= 0),
  failure_code TEXT,
  review_reason TEXT,
  approved_at BIGINT,
  description TEXT,
  metadata TEXT NOT NULL,
  webhook_url TEXT,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL,
  completed_at BIGINT,
  version BIGINT NOT NULL,
  CHECK ((status IN ('FAILED', 'CANCELED')) = (failure_code IS NOT NULL)),
  CHECK ((status = 'COMPLETED') = (completed_at IS NOT NULL))
);
CREATE INDEX withdrawals_by_merchant ON withdrawals (merchant_id, environment, created_at, id);
CREATE INDEX withdrawals_open ON withdrawals (environment, network, status, id)
  WHERE status IN ('PENDING', 'REVIEW', 'PROCESSING', 'BROADCAST');

CREATE TABLE withdrawal_days (
  merchant_id TEXT NOT NULL REFERENCES merchants (id),
  environment TEXT NOT NULL CHECK (environment IN ('live', 'test')),
  day BIGINT NOT NULL,
  amount BIGINT NOT NULL,
  PRIMARY KEY (merchant_id, environment, day)
);

CREATE TABLE signed_transactions (
  tx_hash TEXT PRIMARY KEY,
  withdrawal_id TEXT NOT NULL UNIQUE REFERENCES withdrawals (id),
  environment TEXT NOT NULL CHECK (environment IN ('live', 'test')),
  network TEXT NOT NULL CHECK (network IN ('TRC20', 'ERC20')),
  wallet TEXT NOT NULL,
  nonce BIGINT NOT NULL CHECK (nonce >= 0),
  raw TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  UNIQUE (environment, network, wallet, nonce)
);
