-- incompatible with older servers: they do not count unfinished orders
-- The leases of each merchant's orders, and those that have ended. Their difference is the number of unfinished on-chain
-- orders. Creating an order locks the first counter and ending one the second, so that neither waits for the other.
INSERT INTO list_counts (list, total)
  SELECT 'leases/' || orders.merchant_id || '/' || orders.environment, COUNT(*)
  FROM address_leases JOIN orders ON orders.id = address_leases.order_id
  GROUP BY orders.merchant_id, orders.environment;
INSERT INTO list_counts (list, total)
  SELECT 'ended-leases/' || orders.merchant_id || '/' || orders.environment, COUNT(*)
  FROM address_leases JOIN orders ON orders.id = address_leases.order_id
  WHERE address_leases.released_at IS NOT NULL
  GROUP BY orders.merchant_id, orders.environment;
DROP INDEX addresses_leased;

-- Lists of all merchants by time, for searches and exports.
CREATE INDEX orders_by_time ON orders (environment, created_at, id);
CREATE INDEX ledger_transactions_by_time ON ledger_transactions (environment, created_at, id);
-- Orders of these statuses are few and may be old. A statement that uses the index repeats the condition.
CREATE INDEX orders_by_rare_status ON orders (environment, status, created_at, id)
  WHERE status IN ('EXPIRED_PAID', 'UNDERPAID', 'FROZEN');
