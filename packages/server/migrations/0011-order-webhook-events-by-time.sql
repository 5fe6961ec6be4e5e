-- Serves whatever walks through the events of one environment by time; the old one is its beginning.
CREATE INDEX webhook_events_by_time ON webhook_events (merchant_id, environment, created_at, id);
DROP INDEX webhook_events_by_scope;
CREATE INDEX webhook_deliveries_redelivered ON webhook_deliveries (created_at, id) WHERE redelivery_of IS NOT NULL;
