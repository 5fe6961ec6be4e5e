-- The order that a withdrawal refunds; null for every other withdrawal.
ALTER TABLE withdrawals ADD COLUMN order_id TEXT REFERENCES orders (id);
CREATE INDEX withdrawals_by_order ON withdrawals (order_id, created_at, id) WHERE order_id IS NOT NULL;
