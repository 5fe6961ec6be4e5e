-- Migrations after which servers that do not know them cannot go on. A column of `migrations` would need a lock on that table
-- while a concurrent migrator waits for a row in it.
CREATE TABLE incompatible_migrations (
  name TEXT PRIMARY KEY,
  reason TEXT NOT NULL
);
