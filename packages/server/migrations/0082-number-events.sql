-- The place of an event in the list of events: null until its commit was seen, 0 for a sample or a repetition, which the list
-- does not show.
ALTER TABLE webhook_events ADD COLUMN position BIGINT;
CREATE INDEX webhook_events_by_position ON webhook_events (merchant_id, environment, position) WHERE position > 0;
CREATE INDEX webhook_events_without_position ON webhook_events (created_at, id) WHERE position IS NULL;

-- Later events get higher positions than this one. The lock of the row makes the servers number events one after another.
CREATE TABLE event_numbering (
  id BIGINT PRIMARY KEY CHECK (id = 1),
  last_position BIGINT NOT NULL
);
INSERT INTO event_numbering (id, last_position) VALUES (1, 0);
