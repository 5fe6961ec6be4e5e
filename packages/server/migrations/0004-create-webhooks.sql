CREATE TABLE webhook_endpoints (
  id TEXT PRIMARY KEY,
  merchant_id TEXT NOT NULL REFERENCES merchants (id),
  environment TEXT NOT NULL CHECK (environment IN ('live', 'test')),
  url TEXT NOT NULL,
  events TEXT NOT NULL,
  is_active BIGINT NOT NULL CHECK (is_active IN (0, 1)),
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL
);
CREATE INDEX webhook_endpoints_by_merchant ON webhook_endpoints (merchant_id, environment, created_at, id);

CREATE TABLE webhook_events (
  id TEXT PRIMARY KEY,
  merchant_id TEXT NOT NULL REFERENCES merchants (id),
  environment TEXT NOT NULL CHECK (environment IN ('live', 'test')),
  event TEXT NOT NULL,
  subject TEXT NOT NULL,
  body TEXT NOT NULL,
  created_at BIGINT NOT NULL
);
CREATE INDEX webhook_events_by_scope ON webhook_events (merchant_id, environment);
CREATE INDEX webhook_events_by_subject ON webhook_events (subject, event);

CREATE TABLE webhook_deliveries (
  id TEXT PRIMARY KEY,
  event_id TEXT NOT NULL REFERENCES webhook_events (id),
  webhook_id TEXT REFERENCES webhook_endpoints (id),
  url TEXT,
  target TEXT NOT NULL,
  held BIGINT NOT NULL CHECK (held IN (0, 1)),
  status TEXT NOT NULL CHECK (status IN ('PENDING', 'DELIVERED', 'FAILED')),
  attempts BIGINT NOT NULL CHECK (attempts BETWEEN 0 AND 6),
  next_attempt_at BIGINT,
  claimed_by TEXT,
  claimed_until BIGINT NOT NULL,
  last_error TEXT,
  delivered_at BIGINT,
  created_at BIGINT NOT NULL,
  CHECK ((webhook_id IS NULL) <> (url IS NULL)),
  CHECK ((status = 'PENDING') = (next_attempt_at IS NOT NULL))
);
CREATE INDEX webhook_deliveries_by_webhook ON webhook_deliveries (webhook_id, created_at, id);
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (next_attempt_at, id, target)
  WHERE status = 'PENDING' AND held = 0;
CREATE INDEX webhook_deliveries_by_target ON webhook_deliveries (target, next_attempt_at, id)
  WHERE status = 'PENDING' AND held = 0;
CREATE INDEX webhook_deliveries_by_event ON webhook_deliveries (event_id);
CREATE INDEX webhook_deliveries_held ON webhook_deliveries (event_id) WHERE held = 1;
CREATE INDEX webhook_deliveries_claimed ON webhook_deliveries (claimed_by) WHERE claimed_by IS NOT NULL;
