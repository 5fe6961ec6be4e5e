-- compatible with older servers: the columns are the same, and only the references to merchants are gone
-- People whose merchant is `console` are operators, so people and passkeys refer to no merchant any more.
CREATE TABLE people_of_teams (
  -- Begins with `per_`; it stands for the person in the audit log.
  id TEXT PRIMARY KEY,
  -- The merchant, or `console` for an operator.
  merchant_id TEXT NOT NULL,
  -- In small letters.
  mail TEXT NOT NULL,
  name TEXT NOT NULL,
  role TEXT NOT NULL,
  invited_at BIGINT NOT NULL,
  -- NULL until the person signs in for the first time.
  used_at BIGINT,
  removed_at BIGINT,
  -- When the person became an owner; NULL for one who is none, or was one before that was noted.
  owner_since BIGINT,
  -- The end of the wait after a reset of the person's passkeys.
  waits_until BIGINT
);
INSERT INTO people_of_teams
  SELECT id, merchant_id, mail, name, role, invited_at, used_at, removed_at, owner_since, waits_until FROM people;
DROP TABLE people;
ALTER TABLE people_of_teams RENAME TO people;
CREATE UNIQUE INDEX people_by_mail ON people (merchant_id, mail) WHERE removed_at IS NULL;
CREATE INDEX people_by_address ON people (mail) WHERE removed_at IS NULL;
CREATE INDEX people_by_owner_since ON people (owner_since, id) WHERE removed_at IS NULL;

CREATE TABLE passkeys_of_teams (
  -- The id that the device gave it, in base64url.
  id TEXT PRIMARY KEY,
  merchant_id TEXT NOT NULL,
  person_id TEXT NOT NULL,
  -- As other tables with a secret have it. A passkey signs in to both environments.
  environment TEXT NOT NULL CHECK (environment = 'live'),
  -- Person, public key and operator, so that write access to the database alone adds no passkey.
  sealed_secret TEXT NOT NULL,
  device TEXT,
  created_at BIGINT NOT NULL,
  -- The host that a passkey works for; NULL for those of earlier versions.
  host TEXT,
  -- The uses that its device has counted; 0 for a device that counts none.
  uses BIGINT NOT NULL DEFAULT 0
);
INSERT INTO passkeys_of_teams
  SELECT id, merchant_id, person_id, environment, sealed_secret, device, created_at, host, uses FROM passkeys;
DROP TABLE passkeys;
ALTER TABLE passkeys_of_teams RENAME TO passkeys;
CREATE INDEX passkeys_by_person ON passkeys (person_id);
