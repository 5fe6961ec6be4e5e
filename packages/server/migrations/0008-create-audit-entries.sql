CREATE TABLE audit_entries (
  id TEXT PRIMARY KEY,
  actor TEXT NOT NULL,
  action TEXT NOT NULL,
  subject TEXT NOT NULL,
  details TEXT NOT NULL,
  created_at BIGINT NOT NULL
);
CREATE INDEX audit_entries_by_subject ON audit_entries (subject, id);
