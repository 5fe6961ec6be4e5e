-- The received amount that the merchant accepted, when, and the key or session that did.
ALTER TABLE orders ADD COLUMN accepted_amount BIGINT;
ALTER TABLE orders ADD COLUMN accepted_at BIGINT;
ALTER TABLE orders ADD COLUMN accepted_by TEXT;
