-- incompatible with older servers: they would not note that a payment is in a block, and it would be signed again
-- Payments that expire, with the newest recorded block when they were signed, and the recorded block that has them.
CREATE TABLE payment_sightings (
  tx_hash TEXT PRIMARY KEY,
  after_block BIGINT NOT NULL CHECK (after_block >= 0),
  seen_block BIGINT
);
