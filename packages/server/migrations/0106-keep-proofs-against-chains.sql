-- The custody of a network beside the balances of our addresses. One row a network, which its first request or proof makes.
CREATE TABLE chain_proofs (
  environment TEXT NOT NULL CHECK (environment IN ('live', 'test')),
  network TEXT NOT NULL,
  -- The request that has not ended. The server that follows the network works on it, and after its death the next one.
  requested_at BIGINT,
  requested_by TEXT,
  -- The last proof that ended, and why it has no result.
  ended_at BIGINT,
  ended_by TEXT,
  took_ms BIGINT CHECK (took_ms >= 0),
  fault TEXT,
  -- The last result. Amounts are exact units of the network in decimal digits, which 64 bits may not hold.
  proven_at BIGINT,
  custody TEXT,
  balance TEXT,
  in_flight TEXT,
  difference TEXT,
  violations BIGINT CHECK (violations >= 0),
  PRIMARY KEY (environment, network),
  CHECK ((requested_at IS NULL) = (requested_by IS NULL))
);
-- The first rows that violate a check, of the last proof of the ledger and of the last one of each network.
CREATE TABLE proof_findings (
  -- `ledger`, or environment and network with a slash between them.
  proof TEXT NOT NULL,
  position BIGINT NOT NULL,
  rule TEXT NOT NULL,
  row_id TEXT NOT NULL,
  message TEXT NOT NULL,
  PRIMARY KEY (proof, position)
);
