-- For the merchant: the cause of each attempt. It stays hidden for an attempt that an older server made.
ALTER TABLE webhook_attempts ADD COLUMN outcome_detail TEXT;
ALTER TABLE webhook_attempts ADD COLUMN error_hidden BIGINT NOT NULL DEFAULT 1 CHECK (error_hidden IN (0, 1));
