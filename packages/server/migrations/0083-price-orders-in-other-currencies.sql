-- Orders may have a price in another currency: 1e-4 of it, with the rate that applied, 1e-12 USDT for one.
ALTER TABLE orders ADD COLUMN price_amount BIGINT;
ALTER TABLE orders ADD COLUMN price_currency TEXT;
ALTER TABLE orders ADD COLUMN price_rate BIGINT;
ALTER TABLE orders ADD COLUMN price_rate_at BIGINT;
ALTER TABLE orders ADD COLUMN price_rate_source TEXT;
-- A part of each price, 1e-6; below zero a discount.
ALTER TABLE merchants ADD COLUMN surcharge BIGINT NOT NULL DEFAULT 0;
-- The newest rate of each currency.
CREATE TABLE exchange_rates (
  currency TEXT PRIMARY KEY,
  rate BIGINT NOT NULL CHECK (rate > 0),
  rate_at BIGINT NOT NULL,
  source TEXT NOT NULL,
  -- Since when the rate waits for a person; it is not used while it does.
  waiting_since BIGINT,
  -- The last rate that a person confirmed.
  confirmed_rate BIGINT CHECK (confirmed_rate > 0)
);
-- The first used rate of each hour, for seven days.
CREATE TABLE exchange_rate_hours (
  currency TEXT NOT NULL,
  hour_at BIGINT NOT NULL,
  rate BIGINT NOT NULL CHECK (rate > 0),
  PRIMARY KEY (currency, hour_at)
);
-- When a server last asked the source of rates, and since when it gives no usable answer.
CREATE TABLE exchange_rate_source (
  id BIGINT PRIMARY KEY CHECK (id = 1),
  asked_at BIGINT NOT NULL,
  failing_since BIGINT,
  fault TEXT,
  CHECK ((failing_since IS NULL) = (fault IS NULL))
);
INSERT INTO exchange_rate_source (id, asked_at) VALUES (1, 0);
