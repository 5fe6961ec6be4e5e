-- The addresses that a link leased for the first time, in the day that ends then.
ALTER TABLE payment_links ADD COLUMN new_addresses BIGINT NOT NULL DEFAULT 0;
ALTER TABLE payment_links ADD COLUMN new_addresses_until BIGINT NOT NULL DEFAULT 0;
