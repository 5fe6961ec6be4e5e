-- When what was tried in vain is tried again; null where nothing was tried yet.
ALTER TABLE withdrawals ADD COLUMN next_try_at BIGINT;
UPDATE withdrawals SET next_try_at = 0 WHERE status = 'REVIEW' AND review_reason IN
  ('funds', 'network_fee', 'token_paused', 'token_deprecated', 'token_fee', 'would_revert', 'screening');

-- When a merchant's last new withdrawal was tried, and its last one that had been tried before.
CREATE TABLE withdrawal_turns (
  merchant_id TEXT NOT NULL REFERENCES merchants (id),
  environment TEXT NOT NULL CHECK (environment IN ('live', 'test')),
  network TEXT NOT NULL CHECK (network IN ('TRC20', 'ERC20')),
  kind TEXT NOT NULL CHECK (kind IN ('new', 'retry')),
  served_at BIGINT NOT NULL,
  PRIMARY KEY (merchant_id, environment, network, kind)
);
