-- The scopes of a key. Keys from before have all of them. A key with fewer is sealed for its scopes too, so that an older
-- server, which would ignore them, cannot open it: it answers 500 to that key until it is replaced.
ALTER TABLE api_keys ADD COLUMN scopes TEXT NOT NULL DEFAULT 'orders,read,withdrawals,keys';
