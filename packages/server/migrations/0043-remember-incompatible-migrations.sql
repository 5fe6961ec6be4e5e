-- Why servers that do not know a migration cannot go on after it. Null, if they can.
ALTER TABLE migrations ADD COLUMN incompatible_because TEXT;
