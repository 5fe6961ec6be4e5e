-- The name of a time zone, such as Europe/Lisbon, for the dashboard; UTC without one.
ALTER TABLE merchant_brands ADD COLUMN time_zone TEXT;
