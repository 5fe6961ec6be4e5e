-- What waited too long for a webhook secret ends: the oldest first, without reading what came since.
CREATE INDEX webhook_deliveries_held_since ON webhook_deliveries (created_at, id) WHERE held = 1;
