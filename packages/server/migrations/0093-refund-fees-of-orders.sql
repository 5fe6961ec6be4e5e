-- incompatible with older servers: their proof would report a refund with the fee
-- Whether the refunds of the order may include the fee on it.
ALTER TABLE withdrawals ADD COLUMN includes_fee BIGINT NOT NULL DEFAULT 0 CHECK (includes_fee IN (0, 1));
