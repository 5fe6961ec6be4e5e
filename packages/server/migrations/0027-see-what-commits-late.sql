-- How long the units of work that have stored or changed a delivery have been under way, those of other processes too: what
-- they stored is not seen yet. The start of a session of another role may be hidden; it counts for an hour.
-- engine: sqlite
CREATE VIEW units_under_way AS SELECT 0 AS age_ms WHERE 1 = 0;
-- engine: postgres
CREATE VIEW units_under_way AS
SELECT COALESCE(CAST(EXTRACT(EPOCH FROM clock_timestamp() - xact_start) * 1000 AS BIGINT), 3600000) AS age_ms
FROM pg_locks JOIN pg_stat_activity ON pg_stat_activity.pid = pg_locks.pid
WHERE locktype = 'relation' AND relation = CAST('webhook_deliveries' AS regclass) AND mode = 'RowExclusiveLock'
  AND granted AND pg_locks.pid <> pg_backend_pid()
  AND database = (SELECT oid FROM pg_database WHERE datname = current_database());
-- engine: both

-- Each second it is asked whose first secret may have missed what was stored meanwhile.
CREATE INDEX webhook_secrets_made ON webhook_secrets (created_at);
