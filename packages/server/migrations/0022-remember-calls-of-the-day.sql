-- How often a node was asked on a day of UTC, by all processes that share its key.
CREATE TABLE node_calls (
  environment TEXT NOT NULL CHECK (environment IN ('live', 'test')),
  network TEXT NOT NULL CHECK (network IN ('TRC20', 'ERC20')),
  node TEXT NOT NULL,
  day BIGINT NOT NULL,
  calls BIGINT NOT NULL CHECK (calls >= 0),
  PRIMARY KEY (environment, network, node)
);
