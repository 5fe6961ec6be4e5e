-- What a merchant is shown of each attempt. The cause of one that an earlier server made stays hidden.
ALTER TABLE webhook_attempts ADD COLUMN outcome_detail TEXT;
ALTER TABLE webhook_attempts ADD COLUMN error_hidden BIGINT NOT NULL DEFAULT 1 CHECK (error_hidden IN (0, 1));
