-- The private chat on Telegram in which a person is told, and the code that links one, of which only the hash is stored.
ALTER TABLE people ADD COLUMN chat_id TEXT;
ALTER TABLE people ADD COLUMN chat_name TEXT;
ALTER TABLE people ADD COLUMN chat_since BIGINT;
ALTER TABLE people ADD COLUMN chat_code TEXT;
ALTER TABLE people ADD COLUMN chat_code_until BIGINT;
CREATE INDEX people_by_chat ON people (chat_id) WHERE chat_id IS NOT NULL;
CREATE INDEX people_by_chat_code ON people (chat_code) WHERE chat_code IS NOT NULL;
-- The bot of the operator: its name, once a server has asked for it, and the claim of the server that reads its messages.
CREATE TABLE chat_bots (
  id TEXT PRIMARY KEY CHECK (id = 'telegram'),
  name TEXT,
  claimed_until BIGINT NOT NULL
);
INSERT INTO chat_bots (id, claimed_until) VALUES ('telegram', 0);
