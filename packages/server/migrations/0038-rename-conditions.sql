-- Conditions and ignored reasons take the names that commands and metrics show.
UPDATE chain_conditions SET kind = 'transfer_mismatch' WHERE kind = 'disputed';
UPDATE chain_conditions SET kind = 'block_mismatch' WHERE kind = 'blocks_disputed';
UPDATE chain_conditions SET kind = 'token_mismatch' WHERE kind = 'token_disputed';
UPDATE chain_conditions SET kind = 'balance_mismatch' WHERE kind = 'unexplained_balance';
UPDATE chain_conditions SET kind = 'confirmation_stuck' WHERE kind = 'uncredited';
UPDATE chain_conditions SET kind = 'late_payment_stuck' WHERE kind = 'late_held';
UPDATE chain_conditions SET kind = 'screening_stuck' WHERE kind = 'unscreened';
UPDATE ignored_transfers SET reason = 'over_cap' WHERE reason = 'implausible';
UPDATE ignored_counts SET reason = 'over_cap' WHERE reason = 'implausible';
