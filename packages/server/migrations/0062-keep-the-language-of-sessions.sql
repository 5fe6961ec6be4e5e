-- The language that a person chose for the pages of a session.
ALTER TABLE page_sessions ADD COLUMN language TEXT;
