-- The languages of the pages that payers see, such as `ar,fr`; NULL for all.
ALTER TABLE merchant_brands ADD COLUMN languages TEXT;
-- When people of the merchant last changed its name or logo; NULL if only operators have.
ALTER TABLE merchant_brands ADD COLUMN changed_by_people_at BIGINT;
CREATE INDEX merchant_brands_by_change ON merchant_brands (changed_by_people_at, merchant_id)
  WHERE changed_by_people_at IS NOT NULL;
