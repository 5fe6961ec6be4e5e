-- When a person became an owner; NULL for one who is none, or was one before this version.
ALTER TABLE people ADD COLUMN owner_since BIGINT;
-- The end of the wait after a reset of the person's passkeys.
ALTER TABLE people ADD COLUMN waits_until BIGINT;
CREATE INDEX people_by_owner_since ON people (owner_since, id) WHERE removed_at IS NULL;
