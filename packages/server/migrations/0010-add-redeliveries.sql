-- No reference: the delivery that it names may be purged first.
ALTER TABLE webhook_deliveries ADD COLUMN redelivery_of TEXT;
ALTER TABLE webhook_endpoints ADD COLUMN deleted_at BIGINT;
DROP INDEX webhook_endpoints_by_merchant;
CREATE INDEX webhook_endpoints_by_merchant ON webhook_endpoints (merchant_id, environment, created_at, id)
  WHERE deleted_at IS NULL;
CREATE INDEX webhook_endpoints_deleted ON webhook_endpoints (deleted_at) WHERE deleted_at IS NOT NULL;
CREATE INDEX webhook_deliveries_held_by_target ON webhook_deliveries (target) WHERE held = 1;
