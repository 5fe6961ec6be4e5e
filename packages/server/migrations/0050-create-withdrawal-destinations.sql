-- The addresses that a merchant withdraws to, each in the network's own spelling, so that two spellings are one row.
CREATE TABLE withdrawal_destinations (
  id TEXT PRIMARY KEY,
  merchant_id TEXT NOT NULL REFERENCES merchants (id),
  environment TEXT NOT NULL CHECK (environment IN ('live', 'test')),
  network TEXT NOT NULL CHECK (network IN ('TRC20', 'ERC20')),
  address TEXT NOT NULL,
  label TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  -- From then on withdrawals to it need no review for their destination.
  usable_at BIGINT NOT NULL,
  UNIQUE (merchant_id, environment, network, address)
);
-- Every row is new for a day: the newest ones are the list that an operator sees.
CREATE INDEX withdrawal_destinations_new ON withdrawal_destinations (usable_at, id) WHERE environment = 'live';

-- Withdrawals without review to addresses that were not on the list of their merchant for a day. There is no reference to
-- the withdrawal, because the row is written before it, in the same transaction.
CREATE TABLE unlisted_withdrawals (
  withdrawal_id TEXT PRIMARY KEY,
  merchant_id TEXT NOT NULL REFERENCES merchants (id),
  environment TEXT NOT NULL CHECK (environment IN ('live', 'test')),
  amount BIGINT NOT NULL,
  created_at BIGINT NOT NULL
);
CREATE INDEX unlisted_withdrawals_recent ON unlisted_withdrawals (merchant_id, environment, created_at);
