-- 1e-8 USDT that a payment took out of its wallet, where that is not its amount to its destination.
ALTER TABLE signed_transactions ADD COLUMN moved BIGINT;
