-- Lists of what was paid or changed in a time. Status and network let a list read the index alone.
DROP INDEX orders_by_payment;
CREATE INDEX orders_by_payment ON orders (merchant_id, environment, paid_at, created_at, id, status, network, confirmed)
  WHERE paid_at IS NOT NULL;
CREATE INDEX orders_by_update ON orders (merchant_id, environment, updated_at, created_at, id, status, network);
CREATE INDEX withdrawals_by_status ON withdrawals (merchant_id, environment, status, created_at, id);
CREATE INDEX withdrawals_by_update ON withdrawals (merchant_id, environment, updated_at, created_at, id, status);
-- Most deliveries are DELIVERED, and pending ones are found by their target.
CREATE INDEX webhook_deliveries_failed_by_webhook ON webhook_deliveries (webhook_id, created_at, id)
  WHERE status = 'FAILED';
