-- incompatible with older servers: the counter that they take the index of an address from is gone
-- The next index of a wallet is spread over 16 rows, so that parallel orders do not wait for each other. Each row gives every
-- 16th index, and the row with the lowest next index gives first: all indexes below the lowest one are taken.
CREATE TABLE address_indexes (
  environment TEXT NOT NULL CHECK (environment IN ('live', 'test')),
  network TEXT NOT NULL,
  stripe BIGINT NOT NULL CHECK (stripe BETWEEN 0 AND 15),
  next_index BIGINT NOT NULL CHECK (next_index >= 1),
  PRIMARY KEY (environment, network, stripe),
  CHECK (next_index % 16 = stripe)
);
WITH RECURSIVE steps (step) AS (SELECT 0 UNION ALL SELECT step + 1 FROM steps WHERE step < 15)
INSERT INTO address_indexes (environment, network, stripe, next_index)
  SELECT environment, network, (next_index + step) % 16, next_index + step FROM address_counters CROSS JOIN steps;
DROP TABLE address_counters;
