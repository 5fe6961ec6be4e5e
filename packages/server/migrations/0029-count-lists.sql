-- How many rows a list has. Counting a long one anew for each page takes longer than everything else.
CREATE TABLE list_counts (
  list TEXT PRIMARY KEY,
  total BIGINT NOT NULL
);
INSERT INTO list_counts (list, total)
  SELECT 'orders/' || merchant_id || '/' || environment, total FROM order_counts;
INSERT INTO list_counts (list, total)
  SELECT 'withdrawals/' || merchant_id || '/' || environment, COUNT(*) FROM withdrawals GROUP BY merchant_id, environment;
INSERT INTO list_counts (list, total)
  SELECT 'deliveries/' || webhook_id, COUNT(*) FROM webhook_deliveries WHERE webhook_id IS NOT NULL GROUP BY webhook_id;
DROP TABLE order_counts;
