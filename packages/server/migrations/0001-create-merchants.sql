CREATE TABLE merchants (
  id TEXT PRIMARY KEY,
  platform_user_id TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  email TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('PENDING_KYB', 'ACTIVE', 'SUSPENDED')),
  tier TEXT NOT NULL CHECK (tier IN ('BASIC', 'STANDARD', 'PREMIUM')),
  activated_at BIGINT,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL
);

CREATE TABLE api_keys (
  key_id TEXT PRIMARY KEY,
  merchant_id TEXT NOT NULL REFERENCES merchants (id),
  environment TEXT NOT NULL CHECK (environment IN ('live', 'test')),
  name TEXT NOT NULL,
  sealed_secret TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  revoked_at BIGINT,
  last_used_at BIGINT
);
CREATE INDEX api_keys_active ON api_keys (merchant_id, created_at, key_id) WHERE revoked_at IS NULL;
CREATE INDEX api_keys_revoked ON api_keys (merchant_id, created_at, key_id) WHERE revoked_at IS NOT NULL;
CREATE INDEX api_keys_by_scope ON api_keys (merchant_id, environment);

CREATE TABLE webhook_secrets (
  id TEXT PRIMARY KEY,
  merchant_id TEXT NOT NULL REFERENCES merchants (id),
  environment TEXT NOT NULL CHECK (environment IN ('live', 'test')),
  sealed_secret TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  retires_at BIGINT
);
CREATE UNIQUE INDEX webhook_secrets_current ON webhook_secrets (merchant_id, environment) WHERE retires_at IS NULL;
CREATE INDEX webhook_secrets_by_scope ON webhook_secrets (merchant_id, environment, retires_at);
