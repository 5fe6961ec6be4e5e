-- The people who approved a withdrawal, each one version of it once.
CREATE TABLE withdrawal_approvals (
  withdrawal_id TEXT NOT NULL REFERENCES withdrawals (id),
  version BIGINT NOT NULL,
  -- In small letters; all commands are one person.
  person TEXT NOT NULL,
  actor TEXT NOT NULL,
  reason TEXT,
  approved_at BIGINT NOT NULL,
  PRIMARY KEY (withdrawal_id, version, person)
);
