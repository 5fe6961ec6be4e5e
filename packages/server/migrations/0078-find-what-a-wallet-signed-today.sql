CREATE INDEX signed_transactions_by_time ON signed_transactions (environment, network, created_at);
