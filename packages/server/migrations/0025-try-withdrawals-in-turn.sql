-- When what was tried in vain is tried again; null where nothing was tried yet.
ALTER TABLE withdrawals ADD COLUMN next_try_at BIGINT;
