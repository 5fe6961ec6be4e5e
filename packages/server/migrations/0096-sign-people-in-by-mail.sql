-- The mail addresses with which people sign in, and the operators who let them in: under the master key, so that write
-- access to the database alone signs no other address in.
CREATE TABLE person_mails (
  -- Of the person.
  id TEXT PRIMARY KEY,
  merchant_id TEXT NOT NULL REFERENCES merchants (id),
  -- As other tables with a secret have it. A mail signs in to both environments.
  environment TEXT NOT NULL CHECK (environment = 'live'),
  sealed_secret TEXT NOT NULL
);
CREATE INDEX people_by_address ON people (mail) WHERE removed_at IS NULL;
