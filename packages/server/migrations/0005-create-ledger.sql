CREATE TABLE ledger_accounts (
  id TEXT PRIMARY KEY,
  environment TEXT NOT NULL CHECK (environment IN ('live', 'test')),
  owner TEXT NOT NULL,
  code TEXT NOT NULL,
  normal TEXT NOT NULL CHECK (normal IN ('debit', 'credit')),
  floor BIGINT,
  balance BIGINT NOT NULL DEFAULT 0 CHECK (balance BETWEEN -9000000000000000000 AND 9000000000000000000),
  CHECK (balance >= floor),
  UNIQUE (environment, id),
  UNIQUE (environment, owner, code)
);

CREATE TABLE ledger_transactions (
  id TEXT PRIMARY KEY,
  environment TEXT NOT NULL,
  kind TEXT NOT NULL,
  reference TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  idempotency_key TEXT NOT NULL,
  input_hash TEXT NOT NULL,
  resolves TEXT UNIQUE REFERENCES ledger_transactions (id),
  reverses TEXT UNIQUE REFERENCES ledger_transactions (id),
  UNIQUE (environment, id),
  UNIQUE (environment, idempotency_key)
);
CREATE INDEX ledger_transactions_by_reference ON ledger_transactions (reference, id);

CREATE TABLE ledger_postings (
  transaction_id TEXT NOT NULL,
  sequence BIGINT NOT NULL CHECK (sequence >= 1),
  environment TEXT NOT NULL,
  debit_account TEXT NOT NULL,
  credit_account TEXT NOT NULL,
  amount BIGINT NOT NULL CHECK (amount BETWEEN 1 AND 9000000000000000000),
  CHECK (debit_account <> credit_account),
  PRIMARY KEY (transaction_id, sequence),
  FOREIGN KEY (environment, transaction_id) REFERENCES ledger_transactions (environment, id),
  FOREIGN KEY (environment, debit_account) REFERENCES ledger_accounts (environment, id),
  FOREIGN KEY (environment, credit_account) REFERENCES ledger_accounts (environment, id)
);

-- engine: sqlite
CREATE TRIGGER ledger_transactions_stay BEFORE UPDATE ON ledger_transactions
BEGIN SELECT RAISE(ABORT, 'ledger transactions are append-only'); END;
CREATE TRIGGER ledger_transactions_remain BEFORE DELETE ON ledger_transactions
BEGIN SELECT RAISE(ABORT, 'ledger transactions are append-only'); END;
CREATE TRIGGER ledger_postings_stay BEFORE UPDATE ON ledger_postings
BEGIN SELECT RAISE(ABORT, 'ledger postings are append-only'); END;
CREATE TRIGGER ledger_postings_remain BEFORE DELETE ON ledger_postings
BEGIN SELECT RAISE(ABORT, 'ledger postings are append-only'); END;

-- engine: postgres
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'check_violation';
END $$;
CREATE TRIGGER ledger_transactions_stay BEFORE UPDATE OR DELETE ON ledger_transactions
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER ledger_transactions_remain BEFORE TRUNCATE ON ledger_transactions
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER ledger_postings_stay BEFORE UPDATE OR DELETE ON ledger_postings
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER ledger_postings_remain BEFORE TRUNCATE ON ledger_postings
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
