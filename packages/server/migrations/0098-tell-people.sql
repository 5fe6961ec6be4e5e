-- The language of the mails to a person, and the notices that the person has chosen; NULL for those of the role.
ALTER TABLE people ADD COLUMN language TEXT;
ALTER TABLE people ADD COLUMN notices TEXT;
-- The last day whose summary was written.
ALTER TABLE people ADD COLUMN summarized_day TEXT;
-- The failure that the people of the merchant were told of, by its time.
ALTER TABLE webhook_targets ADD COLUMN told_since BIGINT;
