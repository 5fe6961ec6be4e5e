CREATE TABLE app_payments (
  id TEXT PRIMARY KEY,
  order_id TEXT NOT NULL REFERENCES orders (id),
  environment TEXT NOT NULL CHECK (environment IN ('live', 'test')),
  status TEXT NOT NULL CHECK (status IN ('AUTHORISED', 'SETTLED', 'VOIDED')),
  amount BIGINT NOT NULL CHECK (amount > 0),
  payer_reference TEXT NOT NULL,
  remark TEXT,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL
);
CREATE UNIQUE INDEX app_payments_standing ON app_payments (order_id) WHERE status <> 'VOIDED';
CREATE INDEX app_payments_by_order ON app_payments (order_id, created_at);
