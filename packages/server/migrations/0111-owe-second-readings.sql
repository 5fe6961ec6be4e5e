-- The first block that another node has to read again, where one node alone has read it twice.
ALTER TABLE chain_cursors ADD COLUMN owed_from BIGINT;
