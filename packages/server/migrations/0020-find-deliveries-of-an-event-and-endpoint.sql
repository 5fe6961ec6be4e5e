-- An event's deliveries to one endpoint: without statistics SQLite would look through all of the endpoint's.
DROP INDEX webhook_deliveries_by_event;
CREATE INDEX webhook_deliveries_by_event ON webhook_deliveries (event_id, webhook_id);
