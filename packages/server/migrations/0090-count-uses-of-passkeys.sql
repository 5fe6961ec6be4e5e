-- The host that a passkey works for; NULL for those of earlier versions.
ALTER TABLE passkeys ADD COLUMN host TEXT;
-- The uses that its device has counted; 0 for a device that counts none.
ALTER TABLE passkeys ADD COLUMN uses BIGINT NOT NULL DEFAULT 0;
