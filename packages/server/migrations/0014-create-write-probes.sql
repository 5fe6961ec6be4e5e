-- Its one row is written to see whether the database takes a write.
CREATE TABLE write_probes (
  id BIGINT PRIMARY KEY CHECK (id = 1),
  writes BIGINT NOT NULL
);
INSERT INTO write_probes (id, writes) VALUES (1, 0);
