-- Every event looks for what waits in its own environment: it must not read what waits in all others.
ALTER TABLE webhook_deliveries ADD COLUMN waits_for TEXT;
UPDATE webhook_deliveries SET waits_for = (SELECT merchant_id || '/' || environment FROM webhook_events
  WHERE webhook_events.id = webhook_deliveries.event_id) WHERE held = 1;
DROP INDEX webhook_deliveries_held;
CREATE INDEX webhook_deliveries_held ON webhook_deliveries (waits_for) WHERE held = 1;
