-- One-time links that sign people in to pages, and their sessions. Of each token only the hash is stored.
CREATE TABLE sign_in_links (
  hash TEXT PRIMARY KEY,
  area TEXT NOT NULL,
  holder TEXT NOT NULL,
  grants TEXT NOT NULL,
  expires_at BIGINT NOT NULL
);
CREATE INDEX sign_in_links_ending ON sign_in_links (expires_at);
CREATE TABLE page_sessions (
  id TEXT PRIMARY KEY,
  hash TEXT NOT NULL UNIQUE,
  area TEXT NOT NULL,
  holder TEXT NOT NULL,
  grants TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  expires_at BIGINT NOT NULL
);
CREATE INDEX page_sessions_ending ON page_sessions (expires_at);
