-- The items that waited for a person when a server last compared them. A server that stores a difference takes the next
-- revision, so that one server of several stores it.
CREATE TABLE attention_revisions (
  id BIGINT PRIMARY KEY CHECK (id = 1),
  revision BIGINT NOT NULL
);
INSERT INTO attention_revisions (id, revision) VALUES (1, 0);

CREATE TABLE attention_items (
  key TEXT PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  kind TEXT NOT NULL,
  subject TEXT NOT NULL,
  since_at BIGINT NOT NULL,
  amount BIGINT,
  text TEXT NOT NULL,
  command TEXT NOT NULL,
  alerted BIGINT NOT NULL CHECK (alerted IN (0, 1))
);

-- Messages to the alert receiver of the operator. No merchant sees them.
CREATE TABLE alerts (
  id TEXT PRIMARY KEY,
  item_id TEXT NOT NULL,
  event TEXT NOT NULL CHECK (event IN ('attention.opened', 'attention.resolved')),
  body TEXT NOT NULL,
  attempts BIGINT NOT NULL,
  next_attempt_at BIGINT,
  claimed_until BIGINT NOT NULL,
  created_at BIGINT NOT NULL
);
CREATE INDEX alerts_due ON alerts (next_attempt_at, id) WHERE next_attempt_at IS NOT NULL;
CREATE INDEX alerts_waiting ON alerts (item_id, id) WHERE next_attempt_at IS NOT NULL;
CREATE INDEX alerts_by_age ON alerts (created_at);

-- A FAILED delivery is handled once it was sent again, or its endpoint was deleted.
ALTER TABLE webhook_deliveries ADD COLUMN handled BIGINT NOT NULL DEFAULT 0 CHECK (handled IN (0, 1));
UPDATE webhook_deliveries SET handled = 1 WHERE status = 'FAILED' AND
  id IN (SELECT redelivery_of FROM webhook_deliveries WHERE redelivery_of IS NOT NULL);
UPDATE webhook_deliveries SET handled = 1 WHERE status = 'FAILED' AND
  webhook_id IN (SELECT id FROM webhook_endpoints WHERE deleted_at IS NOT NULL);
CREATE INDEX webhook_deliveries_failed ON webhook_deliveries (target, created_at, id)
  WHERE status = 'FAILED' AND handled = 0;

-- The time of the first failed attempt since a target last answered 2xx.
ALTER TABLE webhook_targets ADD COLUMN failing_since BIGINT;
CREATE INDEX webhook_targets_failing ON webhook_targets (failing_since, target) WHERE failing_since IS NOT NULL;

DROP INDEX webhook_deliveries_held;
CREATE INDEX webhook_deliveries_held ON webhook_deliveries (waits_for, created_at) WHERE held = 1;

CREATE INDEX withdrawals_in_review ON withdrawals (review_reason, updated_at, id) WHERE status = 'REVIEW';
CREATE INDEX orders_frozen ON orders (updated_at, id) WHERE status = 'FROZEN' AND rejected_at IS NULL;
CREATE INDEX transfers_in_suspense ON transfers (environment, confirmed_at, tx_hash, log_index)
  WHERE order_id IS NULL AND attributed_to IS NULL AND confirmed_at IS NOT NULL AND orphaned_at IS NULL
    AND ignored_reason IS NULL;
CREATE INDEX merchants_activated ON merchants (activated_at, id) WHERE activated_at IS NOT NULL;
