-- Its one row: when the last proof of the ledger was begun, so that one server of several does it, and what the last one
-- that ended came to.
CREATE TABLE ledger_proofs (
  id BIGINT PRIMARY KEY CHECK (id = 1),
  begun_at BIGINT NOT NULL,
  proven_at BIGINT,
  took_ms BIGINT CHECK (took_ms >= 0),
  violations BIGINT CHECK (violations >= 0),
  CHECK ((proven_at IS NULL) = (took_ms IS NULL) AND (proven_at IS NULL) = (violations IS NULL))
);
INSERT INTO ledger_proofs (id, begun_at) VALUES (1, 0);
