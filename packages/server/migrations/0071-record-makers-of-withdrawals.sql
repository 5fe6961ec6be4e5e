-- The operator who issued a key, or the key that it was made with; null where only the merchant had them.
ALTER TABLE api_keys ADD COLUMN issued_by TEXT;
-- The key, the dashboard session or the operator that made a withdrawal, and the operator behind that; null in older rows.
ALTER TABLE withdrawals ADD COLUMN made_by TEXT;
ALTER TABLE withdrawals ADD COLUMN made_by_operator TEXT;
