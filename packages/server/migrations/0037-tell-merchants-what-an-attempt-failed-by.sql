-- The scheme, host and port that have answered 2xx: until then the errors of a target tell nothing of its ports.
ALTER TABLE webhook_targets ADD COLUMN answered_origin TEXT;
-- Whether the merchant is told one code for all that keeps an answer away; operators see the cause.
ALTER TABLE webhook_deliveries ADD COLUMN error_hidden BIGINT NOT NULL DEFAULT 0 CHECK (error_hidden IN (0, 1));
-- The fault of a receiver's TLS, in words.
ALTER TABLE webhook_deliveries ADD COLUMN last_error_detail TEXT;
