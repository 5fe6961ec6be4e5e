-- How long the units that have written have been under way, those of other processes too: what they stored is not seen yet.
-- engine: sqlite
CREATE VIEW units_under_way AS SELECT 0 AS age_ms WHERE 1 = 0;
-- engine: postgres
CREATE VIEW units_under_way AS
SELECT CAST(EXTRACT(EPOCH FROM clock_timestamp() - xact_start) * 1000 AS BIGINT) AS age_ms FROM pg_stat_activity
WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_xid IS NOT NULL;
-- engine: both

-- Each second it is asked whose first secret may have missed what was stored meanwhile.
CREATE INDEX webhook_secrets_made ON webhook_secrets (created_at);
