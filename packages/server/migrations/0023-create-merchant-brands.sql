CREATE TABLE merchant_brands (
  merchant_id TEXT PRIMARY KEY REFERENCES merchants (id),
  name TEXT,
  accent TEXT,
  support TEXT,
  updated_at BIGINT NOT NULL,
  logo_type TEXT CHECK (logo_type IN ('image/png', 'image/jpeg', 'image/webp')),
  logo TEXT,
  CHECK ((logo IS NULL) = (logo_type IS NULL))
);
