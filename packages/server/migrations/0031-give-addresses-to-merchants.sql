-- An address is leased again only to the merchant that had it. One that several merchants had belongs to the last of them.
ALTER TABLE addresses ADD COLUMN merchant_id TEXT REFERENCES merchants (id);
UPDATE addresses SET merchant_id = (
  SELECT orders.merchant_id FROM address_leases JOIN orders ON orders.id = address_leases.order_id
  WHERE address_leases.address_id = addresses.id
  ORDER BY address_leases.from_at DESC, address_leases.order_id DESC LIMIT 1);

-- The number of addresses that each merchant has of a network.
CREATE TABLE merchant_addresses (
  environment TEXT NOT NULL CHECK (environment IN ('live', 'test')),
  network TEXT NOT NULL CHECK (network IN ('TRC20', 'ERC20')),
  merchant_id TEXT NOT NULL REFERENCES merchants (id),
  total BIGINT NOT NULL CHECK (total >= 1),
  PRIMARY KEY (environment, network, merchant_id)
);
INSERT INTO merchant_addresses (environment, network, merchant_id, total)
  SELECT environment, network, merchant_id, COUNT(*) FROM addresses WHERE merchant_id IS NOT NULL
  GROUP BY environment, network, merchant_id;

DROP INDEX addresses_by_rest;
CREATE INDEX addresses_by_rest ON addresses (merchant_id, environment, network, free_at)
  WHERE free_at IS NOT NULL AND blacklisted_at IS NULL;
-- Counts the unfinished on-chain orders of a merchant. `free_at` is there for SQLite, which reads the row otherwise.
CREATE INDEX addresses_leased ON addresses (merchant_id, environment, free_at) WHERE free_at IS NULL;
