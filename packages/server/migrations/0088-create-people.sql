-- The people of merchants, who sign in to its dashboard. A person of two merchants has two rows.
CREATE TABLE people (
  -- Begins with `per_`; it stands for the person in the audit log.
  id TEXT PRIMARY KEY,
  merchant_id TEXT NOT NULL REFERENCES merchants (id),
  -- In small letters.
  mail TEXT NOT NULL,
  name TEXT NOT NULL,
  role TEXT NOT NULL,
  invited_at BIGINT NOT NULL,
  -- NULL until the person signs in for the first time.
  used_at BIGINT,
  removed_at BIGINT
);
CREATE UNIQUE INDEX people_by_mail ON people (merchant_id, mail) WHERE removed_at IS NULL;

-- When a session was last used, to the hour, and the browser that it began in.
ALTER TABLE page_sessions ADD COLUMN used_at BIGINT;
ALTER TABLE page_sessions ADD COLUMN device TEXT;
CREATE INDEX page_sessions_by_holder ON page_sessions (area, holder);
CREATE INDEX sign_in_links_by_holder ON sign_in_links (area, holder);
