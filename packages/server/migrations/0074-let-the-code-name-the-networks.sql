-- incompatible with older servers: rows may belong to networks that they do not know
-- engine: sqlite
-- SQLite has no statement that removes a constraint; to copy twenty tables would stop a large shop for minutes.
PRAGMA writable_schema = ON;
UPDATE sqlite_schema SET sql = REPLACE(sql, ' CHECK (network IN (''TRC20'', ''ERC20''))', '') WHERE type = 'table';
-- Other connections read the schema again after a statement that changes it.
CREATE TABLE schema_change (id BIGINT PRIMARY KEY);
DROP TABLE schema_change;
PRAGMA writable_schema = RESET;
-- engine: postgres
ALTER TABLE address_counters DROP CONSTRAINT address_counters_network_check;
ALTER TABLE addresses DROP CONSTRAINT addresses_network_check;
ALTER TABLE orders DROP CONSTRAINT orders_network_check;
ALTER TABLE withdrawals DROP CONSTRAINT withdrawals_network_check;
ALTER TABLE signed_transactions DROP CONSTRAINT new_signed_transactions_network_check;
ALTER TABLE movements DROP CONSTRAINT movements_network_check;
ALTER TABLE ignored_transfers DROP CONSTRAINT ignored_transfers_network_check;
ALTER TABLE ignored_counts DROP CONSTRAINT ignored_counts_network_check;
ALTER TABLE address_excesses DROP CONSTRAINT address_excesses_network_check;
ALTER TABLE signer_resumptions DROP CONSTRAINT signer_resumptions_network_check;
ALTER TABLE node_calls DROP CONSTRAINT node_calls_network_check;
ALTER TABLE withdrawal_turns DROP CONSTRAINT withdrawal_turns_network_check;
ALTER TABLE merchant_addresses DROP CONSTRAINT merchant_addresses_network_check;
ALTER TABLE skipped_indexes DROP CONSTRAINT skipped_indexes_network_check;
ALTER TABLE wallets DROP CONSTRAINT wallets_network_check;
ALTER TABLE network_leases DROP CONSTRAINT network_leases_network_check;
ALTER TABLE explanations DROP CONSTRAINT explanations_network_check;
ALTER TABLE former_wallets DROP CONSTRAINT former_wallets_network_check;
ALTER TABLE withdrawal_destinations DROP CONSTRAINT withdrawal_destinations_network_check;
