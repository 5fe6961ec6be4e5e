-- The paid orders of a merchant by time, with the amounts that are summed per day.
CREATE INDEX orders_by_payment ON orders (merchant_id, environment, paid_at, confirmed) WHERE paid_at IS NOT NULL;
