-- The proof of the ledger looks for bookings of these kinds among all; a statement that uses it repeats the condition.
CREATE INDEX ledger_transactions_rare ON ledger_transactions (kind) WHERE kind IN
  ('attribute', 'reverse', 'withdrawal_difference', 'sweep', 'topup', 'outgoing', 'destroyed');
