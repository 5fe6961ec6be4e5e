-- An explanation says whose a transfer out of the hot wallet is that this server did not sign: it paid a withdrawal, it paid
-- a withdrawal that a restore lost, or the operator made it. The log index -1 stands for a transaction that moved no USDT
-- and used a nonce.
CREATE TABLE explanations (
  environment TEXT NOT NULL CHECK (environment IN ('live', 'test')),
  network TEXT NOT NULL CHECK (network IN ('TRC20', 'ERC20')),
  tx_hash TEXT NOT NULL,
  log_index BIGINT NOT NULL CHECK (log_index >= -1),
  kind TEXT NOT NULL CHECK (kind IN ('withdrawal', 'merchant', 'operator', 'earlier')),
  -- The id of the withdrawal or of the merchant.
  subject TEXT,
  amount BIGINT NOT NULL CHECK (amount >= 0),
  -- The part of the amount that the merchant's balance did not cover yet.
  shortfall BIGINT NOT NULL CHECK (shortfall BETWEEN 0 AND amount),
  wallet TEXT NOT NULL,
  -- On ERC20, once the nodes were asked.
  nonce BIGINT CHECK (nonce >= 0),
  explained_at BIGINT NOT NULL,
  PRIMARY KEY (environment, network, tx_hash, log_index),
  CHECK ((kind IN ('withdrawal', 'merchant')) = (subject IS NOT NULL)),
  CHECK ((log_index = -1) = (amount = 0)),
  CHECK (shortfall = 0 OR kind = 'merchant')
);
CREATE UNIQUE INDEX explanations_of_withdrawals ON explanations (subject) WHERE kind = 'withdrawal';
CREATE INDEX explanations_by_nonce ON explanations (environment, network, wallet, nonce);

CREATE INDEX movements_outgoing ON movements (environment, network, block_number) WHERE kind = 'outgoing';

-- Operators have accepted earlier transfers by resuming the signer. Where it is paused, they have not.
INSERT INTO explanations (environment, network, tx_hash, log_index, kind, amount, shortfall, wallet, explained_at)
  SELECT environment, network, tx_hash, log_index, 'earlier', value, 0, from_address, COALESCE(confirmed_at, block_time)
  FROM movements WHERE kind = 'outgoing' AND NOT EXISTS (SELECT 1 FROM chain_conditions
    WHERE chain_conditions.environment = movements.environment AND chain_conditions.network = movements.network
      AND chain_conditions.kind = 'signer_paused');

DROP INDEX ledger_transactions_rare;
CREATE INDEX ledger_transactions_rare ON ledger_transactions (kind) WHERE kind IN
  ('attribute', 'reverse', 'withdrawal_difference', 'sweep', 'topup', 'outgoing', 'destroyed', 'explain', 'adjust');
