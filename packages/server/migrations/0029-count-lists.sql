-- How many rows a list has, in up to 16 parts: transactions that add rows to one list at once rarely meet at one part. A part
-- may be negative, since what a purge removes was counted in any of them.
CREATE TABLE list_counts (
  list TEXT NOT NULL,
  part BIGINT NOT NULL,
  total BIGINT NOT NULL,
  PRIMARY KEY (list, part)
);
INSERT INTO list_counts (list, part, total)
  SELECT 'orders/' || merchant_id || '/' || environment, 0, total FROM order_counts;
INSERT INTO list_counts (list, part, total)
  SELECT 'withdrawals/' || merchant_id || '/' || environment, 0, COUNT(*) FROM withdrawals GROUP BY merchant_id, environment;
INSERT INTO list_counts (list, part, total)
  SELECT 'deliveries/' || webhook_id, 0, COUNT(*) FROM webhook_deliveries WHERE webhook_id IS NOT NULL GROUP BY webhook_id;
DROP TABLE order_counts;
