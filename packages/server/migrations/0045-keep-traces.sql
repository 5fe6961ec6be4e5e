-- The trace of the call that made an order or a withdrawal; its webhooks continue it. Rows exist for calls with a trace only.
CREATE TABLE traces (
  subject TEXT PRIMARY KEY,
  traceparent TEXT NOT NULL
);
