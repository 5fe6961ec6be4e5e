-- A token may count in units finer than 1e-8 USDT. A transfer's amount in them is its value and this residue.
ALTER TABLE transfers ADD COLUMN residue BIGINT NOT NULL DEFAULT 0;
ALTER TABLE movements ADD COLUMN residue BIGINT NOT NULL DEFAULT 0;
-- Came in minus went out, of transfers that are themselves below 1e-8 USDT.
ALTER TABLE ignored_counts ADD COLUMN residue BIGINT NOT NULL DEFAULT 0;
