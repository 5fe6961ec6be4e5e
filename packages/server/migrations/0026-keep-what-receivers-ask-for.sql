-- What the answer to an attempt said about when to come again: kept for people, and never followed.
ALTER TABLE webhook_attempts ADD COLUMN retry_after TEXT;
