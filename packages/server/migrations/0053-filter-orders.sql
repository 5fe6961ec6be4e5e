-- incompatible with older servers: they do not store the members of metadata by which orders are found
-- Members of the metadata of orders, by which lists find them: those of `findableMembers`. Status, network and time are
-- those of the order, so that a list with several filters reads one range of the index for each status and network.
CREATE TABLE order_metadata (
  order_id TEXT NOT NULL,
  merchant_id TEXT NOT NULL,
  environment TEXT NOT NULL,
  name TEXT NOT NULL,
  value TEXT NOT NULL,
  status TEXT NOT NULL,
  network TEXT,
  created_at BIGINT NOT NULL
);
-- engine: sqlite
INSERT INTO order_metadata (order_id, merchant_id, environment, name, value, status, network, created_at)
  SELECT id, merchant_id, environment, name, value, status, network, created_at
  FROM (
    SELECT orders.id, merchant_id, environment, status, network, created_at, member.key AS name, member.type,
      CASE member.type WHEN 'text' THEN member.value ELSE orders.metadata -> member.fullkey END AS value,
      ROW_NUMBER() OVER (PARTITION BY orders.id ORDER BY member.id) AS position
    FROM orders, json_each(orders.metadata) AS member
    WHERE orders.metadata <> '{}'
  )
  WHERE position <= 16 AND type IN ('text', 'integer', 'real', 'true', 'false')
    AND length(name) BETWEEN 1 AND 100 AND length(value) BETWEEN 1 AND 200;
-- engine: postgres
INSERT INTO order_metadata (order_id, merchant_id, environment, name, value, status, network, created_at)
  SELECT orders.id, merchant_id, environment, member.name, member.value #>> '{}', status, network, created_at
  FROM orders, json_each(orders.metadata::json) WITH ORDINALITY AS member (name, value, position)
  WHERE orders.metadata <> '{}' AND position <= 16 AND json_typeof(member.value) IN ('string', 'number', 'boolean')
    AND char_length(member.name) BETWEEN 1 AND 100 AND char_length(member.value #>> '{}') BETWEEN 1 AND 200;
-- engine: both
CREATE INDEX order_metadata_by_order ON order_metadata (order_id);
CREATE INDEX order_metadata_by_value
  ON order_metadata (merchant_id, environment, name, value, status, network, created_at, order_id);
CREATE INDEX orders_by_status ON orders (merchant_id, environment, status, network, created_at, id);
