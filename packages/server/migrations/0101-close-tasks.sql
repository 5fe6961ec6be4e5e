-- Tasks that people of a merchant have closed. A later fact about the subject opens it again.
CREATE TABLE closed_tasks (
  merchant_id TEXT NOT NULL REFERENCES merchants (id),
  environment TEXT NOT NULL CHECK (environment IN ('live', 'test')),
  -- An order, a webhook endpoint, or a name.
  subject TEXT NOT NULL,
  -- The amount that an order has received, or the time since which an endpoint fails.
  fact BIGINT NOT NULL,
  closed_at BIGINT NOT NULL,
  closed_by TEXT NOT NULL,
  PRIMARY KEY (merchant_id, environment, subject, fact)
);
CREATE INDEX closed_tasks_by_time ON closed_tasks (merchant_id, environment, closed_at);

-- The orders that received another amount than the one asked for, until the merchant accepts it.
CREATE INDEX orders_to_do ON orders (merchant_id, environment, created_at, id)
  WHERE network IS NOT NULL AND (accepted_amount IS NULL OR accepted_amount <> received)
    AND (status = 'UNDERPAID' OR (status IN ('PAID', 'EXPIRED_PAID') AND received > amount));
