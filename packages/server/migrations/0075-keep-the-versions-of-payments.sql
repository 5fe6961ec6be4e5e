-- incompatible with older servers: they would fail a payment of which an earlier version is in a block
-- The most that a transaction may cost, in whole coins of its network; null where that is unknown.
ALTER TABLE signed_transactions ADD COLUMN max_cost TEXT;
-- Why no further version of a payment can be signed now; null where nothing prevents it.
ALTER TABLE signed_transactions ADD COLUMN waits_for TEXT;
-- Signed versions of payments in whose place another transaction is now. Each may still pay the withdrawal.
CREATE TABLE superseded_payments (
  tx_hash TEXT PRIMARY KEY,
  withdrawal_id TEXT NOT NULL REFERENCES withdrawals (id),
  environment TEXT NOT NULL CHECK (environment IN ('live', 'test')),
  network TEXT NOT NULL,
  wallet TEXT NOT NULL,
  nonce BIGINT NOT NULL CHECK (nonce >= 0),
  raw TEXT NOT NULL,
  expires_at BIGINT,
  created_at BIGINT NOT NULL,
  max_cost TEXT
);
CREATE INDEX superseded_payments_of_withdrawal ON superseded_payments (withdrawal_id);
CREATE INDEX superseded_payments_by_nonce ON superseded_payments (environment, network, wallet, nonce);
