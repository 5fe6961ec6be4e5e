-- Hot wallets that an operator has replaced. A transfer out of one may be a payment that a restored database has lost, also
-- where no signature of it is stored.
CREATE TABLE former_wallets (
  environment TEXT NOT NULL CHECK (environment IN ('live', 'test')),
  network TEXT NOT NULL CHECK (network IN ('TRC20', 'ERC20')),
  wallet TEXT NOT NULL,
  PRIMARY KEY (environment, network, wallet)
);
