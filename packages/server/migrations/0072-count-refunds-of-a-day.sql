-- The refunds among the withdrawals of a day, with their fees. From now on the amount of a day has fees too.
ALTER TABLE withdrawal_days ADD COLUMN refunds BIGINT NOT NULL DEFAULT 0;
