CREATE TABLE webhook_recoveries (
  id TEXT PRIMARY KEY,
  webhook_id TEXT NOT NULL REFERENCES webhook_endpoints (id),
  since_at BIGINT NOT NULL,
  until_at BIGINT NOT NULL,
  until_given BIGINT NOT NULL CHECK (until_given IN (0, 1)),
  with_missing BIGINT NOT NULL CHECK (with_missing IN (0, 1)),
  place_at BIGINT NOT NULL,
  place_id TEXT NOT NULL,
  redelivered BIGINT NOT NULL,
  missing BIGINT NOT NULL,
  started_at BIGINT NOT NULL,
  finished_at BIGINT
);
CREATE INDEX webhook_recoveries_by_webhook ON webhook_recoveries (webhook_id, started_at);
