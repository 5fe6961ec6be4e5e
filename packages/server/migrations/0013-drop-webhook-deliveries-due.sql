-- What is due is found by its target.
DROP INDEX webhook_deliveries_due;
