-- The passkeys of people.
CREATE TABLE passkeys (
  -- The id that the device gave it, in base64url.
  id TEXT PRIMARY KEY,
  merchant_id TEXT NOT NULL REFERENCES merchants (id),
  person_id TEXT NOT NULL,
  -- As other tables with a secret have it. A passkey signs in to both environments.
  environment TEXT NOT NULL CHECK (environment = 'live'),
  -- Person, public key and operator, so that write access to the database alone adds no passkey.
  sealed_secret TEXT NOT NULL,
  device TEXT,
  created_at BIGINT NOT NULL
);
CREATE INDEX passkeys_by_person ON passkeys (person_id);
-- Challenges of passkeys that were answered, until they end.
CREATE TABLE answered_challenges (
  hash TEXT PRIMARY KEY,
  expires_at BIGINT NOT NULL
);
