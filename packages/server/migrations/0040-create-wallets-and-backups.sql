-- The wallet of each network that nodes serve, as the first start with that network found it. A later start with another
-- one would hand out foreign addresses. A sandbox has no wallet.
CREATE TABLE wallets (
  environment TEXT NOT NULL CHECK (environment IN ('live', 'test')),
  network TEXT NOT NULL CHECK (network IN ('TRC20', 'ERC20')),
  chain_id BIGINT NOT NULL,
  token TEXT NOT NULL,
  xpub_hash TEXT NOT NULL,
  first_address TEXT NOT NULL,
  hot_wallet TEXT,
  PRIMARY KEY (environment, network)
);

-- The last finished backup, in one row.
CREATE TABLE backups (
  id BIGINT PRIMARY KEY CHECK (id = 1),
  made_at BIGINT NOT NULL,
  location TEXT NOT NULL
);
