-- The merchants of the console, page by page.
CREATE INDEX merchants_by_time ON merchants (created_at, id);
