-- incompatible with older servers: they would not note that the order of a link is paid
CREATE TABLE payment_links (
  id TEXT PRIMARY KEY,
  token TEXT NOT NULL UNIQUE,
  merchant_id TEXT NOT NULL REFERENCES merchants (id),
  environment TEXT NOT NULL CHECK (environment IN ('live', 'test')),
  uses TEXT NOT NULL CHECK (uses IN ('ONCE', 'MANY')),
  amount_mode TEXT NOT NULL CHECK (amount_mode IN ('FIXED', 'CUSTOM')),
  amount BIGINT,
  amount_min BIGINT,
  amount_max BIGINT,
  -- Names with commas between them; NULL for all that are on.
  networks TEXT,
  description TEXT,
  metadata TEXT NOT NULL,
  return_url TEXT,
  webhook_url TEXT,
  tolerance BIGINT NOT NULL,
  expires_at BIGINT,
  closed_at BIGINT,
  orders_count BIGINT NOT NULL DEFAULT 0,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL,
  CHECK ((amount_mode = 'FIXED') = (amount IS NOT NULL)),
  CHECK (amount_mode = 'CUSTOM' OR (amount_min IS NULL AND amount_max IS NULL))
);
CREATE INDEX payment_links_by_merchant ON payment_links (merchant_id, environment, created_at, id);

-- A row of its own: payers lock the link and then an order, and payments lock an order and then the totals.
CREATE TABLE payment_link_totals (
  payment_link_id TEXT PRIMARY KEY REFERENCES payment_links (id),
  paid_orders BIGINT NOT NULL DEFAULT 0,
  paid BIGINT NOT NULL DEFAULT 0,
  credited BIGINT NOT NULL DEFAULT 0
);

ALTER TABLE orders ADD COLUMN payment_link_id TEXT REFERENCES payment_links (id);
CREATE INDEX orders_by_payment_link ON orders (payment_link_id, created_at, id) WHERE payment_link_id IS NOT NULL;

-- The unfinished orders of links, with digests of who opened them. A row goes when its order releases the address.
CREATE TABLE payment_link_leases (
  order_id TEXT PRIMARY KEY REFERENCES orders (id),
  payment_link_id TEXT NOT NULL REFERENCES payment_links (id),
  merchant_id TEXT NOT NULL,
  environment TEXT NOT NULL,
  visitor TEXT NOT NULL,
  address TEXT NOT NULL
);
CREATE INDEX payment_link_leases_by_link ON payment_link_leases (payment_link_id, visitor);
CREATE INDEX payment_link_leases_by_merchant ON payment_link_leases (merchant_id, environment);
