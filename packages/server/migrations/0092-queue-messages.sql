-- Messages to people outside of the server, until they are sent or dropped.
CREATE TABLE messages (
  -- The same in each attempt, so that a mail program recognizes a repeated mail.
  id TEXT PRIMARY KEY,
  channel TEXT NOT NULL,
  -- Null for a message to an operator or to an address.
  person_id TEXT,
  -- Address and text, under the master key: write access to the database alone sends nothing.
  sealed_content TEXT NOT NULL,
  attempts BIGINT NOT NULL,
  next_attempt_at BIGINT NOT NULL,
  claimed_until BIGINT NOT NULL,
  created_at BIGINT NOT NULL
);
CREATE INDEX messages_due ON messages (channel, next_attempt_at, id);
CREATE INDEX messages_by_person ON messages (person_id) WHERE person_id IS NOT NULL;
CREATE INDEX messages_by_age ON messages (created_at);
