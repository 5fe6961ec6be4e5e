-- Notes of the people of a shop about an order, which payers never see.
CREATE TABLE order_notes (
  id TEXT PRIMARY KEY,
  order_id TEXT NOT NULL REFERENCES orders (id),
  text TEXT NOT NULL,
  -- The person, or the key or session of a link.
  written_by TEXT NOT NULL,
  written_at BIGINT NOT NULL
);
CREATE INDEX order_notes_by_order ON order_notes (order_id, written_at, id);

-- Addresses for a refund that were left on the page of an order. Rows are only added: the page belongs to all who have its link.
CREATE TABLE refund_addresses (
  order_id TEXT NOT NULL REFERENCES orders (id),
  address TEXT NOT NULL,
  left_at BIGINT NOT NULL,
  PRIMARY KEY (order_id, address)
);
