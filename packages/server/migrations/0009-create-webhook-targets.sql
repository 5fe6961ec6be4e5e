CREATE TABLE webhook_targets (
  target TEXT PRIMARY KEY,
  merchant_id TEXT NOT NULL REFERENCES merchants (id),
  environment TEXT NOT NULL CHECK (environment IN ('live', 'test')),
  origin TEXT,
  next_due_at BIGINT,
  last_leased_at BIGINT NOT NULL,
  unsure_since BIGINT
);
CREATE INDEX webhook_targets_due ON webhook_targets (last_leased_at, target, next_due_at)
  WHERE next_due_at IS NOT NULL;
CREATE INDEX webhook_targets_unsure ON webhook_targets (unsure_since) WHERE unsure_since IS NOT NULL;

CREATE TABLE webhook_attempts (
  delivery_id TEXT NOT NULL REFERENCES webhook_deliveries (id) ON DELETE CASCADE,
  number BIGINT NOT NULL CHECK (number BETWEEN 1 AND 6),
  started_at BIGINT NOT NULL,
  signed_at BIGINT NOT NULL,
  outcome TEXT,
  status BIGINT,
  dns_ms BIGINT,
  connect_ms BIGINT,
  tls_ms BIGINT,
  first_byte_ms BIGINT,
  whole_ms BIGINT NOT NULL,
  sample TEXT,
  sample_bytes BIGINT NOT NULL,
  truncated BIGINT NOT NULL CHECK (truncated IN (0, 1)),
  PRIMARY KEY (delivery_id, number)
);

ALTER TABLE webhook_deliveries ADD COLUMN ended_at BIGINT;
UPDATE webhook_deliveries SET ended_at = COALESCE(delivered_at, created_at) WHERE status <> 'PENDING';
CREATE INDEX webhook_deliveries_ended ON webhook_deliveries (ended_at, id) WHERE ended_at IS NOT NULL;

-- Events of subjects made until then may be gone.
CREATE TABLE webhook_retention (
  id BIGINT PRIMARY KEY CHECK (id = 1),
  purged_until BIGINT NOT NULL
);
INSERT INTO webhook_retention (id, purged_until) VALUES (1, 0);
CREATE INDEX webhook_events_by_age ON webhook_events (created_at, id);

-- How many of a target's leases are out is counted at each claim.
DROP INDEX webhook_deliveries_claimed;
CREATE INDEX webhook_deliveries_claimed ON webhook_deliveries (target, claimed_until) WHERE claimed_by IS NOT NULL;

-- engine: sqlite
INSERT INTO webhook_targets (target, merchant_id, environment, origin, next_due_at, last_leased_at)
SELECT target, MIN(merchant_id), MIN(environment), MIN(substr(url, 1, 7 + instr(substr(url, 9), '/'))),
  MIN(CASE WHEN held = 0 THEN next_attempt_at END), 0
FROM webhook_deliveries JOIN webhook_events ON webhook_events.id = webhook_deliveries.event_id
WHERE status = 'PENDING' GROUP BY target;
-- engine: postgres
INSERT INTO webhook_targets (target, merchant_id, environment, origin, next_due_at, last_leased_at)
SELECT target, MIN(merchant_id), MIN(environment), MIN(substr(url, 1, 7 + strpos(substr(url, 9), '/'))),
  MIN(CASE WHEN held = 0 THEN next_attempt_at END), 0
FROM webhook_deliveries JOIN webhook_events ON webhook_events.id = webhook_deliveries.event_id
WHERE status = 'PENDING' GROUP BY target;
