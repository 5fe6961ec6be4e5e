-- Proves with the master key that the server has written a link or a session. Rows without it open nothing, so people who
-- are signed in at the upgrade sign in again.
ALTER TABLE sign_in_links ADD COLUMN seal TEXT;
ALTER TABLE page_sessions ADD COLUMN seal TEXT;
