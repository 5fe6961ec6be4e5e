-- incompatible with older servers: they would sign what an operator has stopped
-- Merchants whose payouts an operator has stopped. Those of a network are conditions of the network.
CREATE TABLE payout_stops (
  merchant_id TEXT NOT NULL REFERENCES merchants (id),
  environment TEXT NOT NULL CHECK (environment IN ('live', 'test')),
  -- The operator and the reason.
  reason TEXT NOT NULL,
  since_at BIGINT NOT NULL,
  PRIMARY KEY (environment, merchant_id)
);
CREATE INDEX audit_entries_by_action ON audit_entries (action, id);
