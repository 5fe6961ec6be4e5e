CREATE TABLE new_signed_transactions (
  tx_hash TEXT PRIMARY KEY,
  withdrawal_id TEXT NOT NULL REFERENCES withdrawals (id),
  kind TEXT NOT NULL CHECK (kind IN ('payment', 'void')),
  environment TEXT NOT NULL CHECK (environment IN ('live', 'test')),
  network TEXT NOT NULL CHECK (network IN ('TRC20', 'ERC20')),
  wallet TEXT NOT NULL,
  nonce BIGINT NOT NULL CHECK (nonce >= 0),
  raw TEXT NOT NULL,
  expires_at BIGINT,
  created_at BIGINT NOT NULL,
  alarmed_at BIGINT,
  UNIQUE (withdrawal_id, kind),
  UNIQUE (environment, network, wallet, nonce, kind)
);
INSERT INTO new_signed_transactions
  (tx_hash, withdrawal_id, kind, environment, network, wallet, nonce, raw, created_at)
  SELECT tx_hash, withdrawal_id, 'payment', environment, network, wallet, nonce, raw, created_at
  FROM signed_transactions;
DROP TABLE signed_transactions;
ALTER TABLE new_signed_transactions RENAME TO signed_transactions;

-- Networks whose signer was let go on and has not signed since.
CREATE TABLE signer_resumptions (
  environment TEXT NOT NULL CHECK (environment IN ('live', 'test')),
  network TEXT NOT NULL CHECK (network IN ('TRC20', 'ERC20')),
  PRIMARY KEY (environment, network)
);

ALTER TABLE withdrawals ADD COLUMN void_requested_at BIGINT;
