-- How much each person with the role support refunds in 24 hours, where the merchant has chosen it.
CREATE TABLE refund_limits (
  merchant_id TEXT PRIMARY KEY REFERENCES merchants (id),
  amount BIGINT NOT NULL
);
-- Sums the refunds of a person.
CREATE INDEX withdrawals_refunds_by_maker ON withdrawals (made_by, created_at) WHERE order_id IS NOT NULL;
