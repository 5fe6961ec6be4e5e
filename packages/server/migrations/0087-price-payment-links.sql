-- incompatible with older servers: they would let the payer choose the amount of a link with a price
ALTER TABLE payment_links ADD COLUMN price_amount BIGINT;
ALTER TABLE payment_links ADD COLUMN price_currency TEXT;
-- engine: sqlite
-- SQLite has no statement that replaces a constraint.
PRAGMA writable_schema = ON;
UPDATE sqlite_schema SET sql = REPLACE(sql, '(amount IS NOT NULL)', '((amount IS NULL) <> (price_amount IS NULL))')
WHERE type = 'table' AND name = 'payment_links';
-- Other connections read the schema again after a statement that changes it.
CREATE TABLE schema_change (id BIGINT PRIMARY KEY);
DROP TABLE schema_change;
PRAGMA writable_schema = RESET;
-- engine: postgres
ALTER TABLE payment_links DROP CONSTRAINT payment_links_check;
ALTER TABLE payment_links
  ADD CHECK ((amount_mode = 'FIXED') = ((amount IS NULL) <> (price_amount IS NULL)));
