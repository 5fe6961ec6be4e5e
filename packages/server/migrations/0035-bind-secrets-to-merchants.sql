-- Secrets were sealed for their row and environment, not for their merchant. Each of these is sealed anew, once, for the
-- merchant it has now. A row leaves this table when that is done, and no other row is ever opened without its merchant.
CREATE TABLE unbound_secrets (
  id TEXT PRIMARY KEY,
  merchant_id TEXT NOT NULL
);
INSERT INTO unbound_secrets (id, merchant_id) SELECT key_id, merchant_id FROM api_keys;
INSERT INTO unbound_secrets (id, merchant_id) SELECT id, merchant_id FROM webhook_secrets;
