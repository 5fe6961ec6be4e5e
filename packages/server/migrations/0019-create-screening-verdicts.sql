CREATE TABLE screening_verdicts (
  environment TEXT NOT NULL,
  network TEXT NOT NULL,
  tx_hash TEXT NOT NULL,
  log_index BIGINT NOT NULL,
  incarnation BIGINT NOT NULL,
  source TEXT NOT NULL CHECK (source IN ('deny_file', 'token', 'hook', 'operator')),
  verdict TEXT NOT NULL CHECK (verdict IN ('pass', 'flag')),
  reference TEXT,
  given_at BIGINT NOT NULL,
  PRIMARY KEY (environment, network, tx_hash, log_index, incarnation, source),
  FOREIGN KEY (environment, network, tx_hash, log_index)
    REFERENCES transfers (environment, network, tx_hash, log_index)
);

-- What is not confirmed yet is judged anew.
ALTER TABLE transfers ADD COLUMN screened_at BIGINT;
UPDATE transfers SET screened_at = COALESCE(confirmed_at, block_time) WHERE confirmed_at IS NOT NULL OR flagged = 1;
DROP INDEX transfers_to_confirm;
CREATE INDEX transfers_to_confirm ON transfers (environment, network, due_block)
  WHERE screened_at IS NOT NULL AND confirmed_at IS NULL AND orphaned_at IS NULL AND ignored_reason IS NULL;
CREATE INDEX transfers_to_screen ON transfers (environment, network, block_number, log_index, tx_hash)
  WHERE screened_at IS NULL AND orphaned_at IS NULL AND ignored_reason IS NULL;
