-- incompatible with older servers: they read one row of each count
-- Counts that all orders of a merchant add to are sums of several rows, so that parallel orders do not wait for each other.
CREATE TABLE list_stripes (
  list TEXT NOT NULL,
  stripe BIGINT NOT NULL,
  total BIGINT NOT NULL,
  PRIMARY KEY (list, stripe)
);
INSERT INTO list_stripes (list, stripe, total) SELECT list, 0, total FROM list_counts;
DROP TABLE list_counts;
ALTER TABLE list_stripes RENAME TO list_counts;

CREATE TABLE merchant_address_stripes (
  environment TEXT NOT NULL CHECK (environment IN ('live', 'test')),
  network TEXT NOT NULL,
  merchant_id TEXT NOT NULL REFERENCES merchants (id),
  stripe BIGINT NOT NULL,
  total BIGINT NOT NULL CHECK (total >= 1),
  PRIMARY KEY (environment, network, merchant_id, stripe)
);
INSERT INTO merchant_address_stripes (environment, network, merchant_id, stripe, total)
  SELECT environment, network, merchant_id, 0, total FROM merchant_addresses;
DROP TABLE merchant_addresses;
ALTER TABLE merchant_address_stripes RENAME TO merchant_addresses;
