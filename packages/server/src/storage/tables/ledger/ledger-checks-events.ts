const EVENT = `SELECT 1 FROM webhook_events WHERE subject = owing.id AND webhook_events.event = owing.event`

/** Events are purged after a time: rows up to the newest purged event are not checked. */
const isKept = 'created_at > (SELECT purged_until FROM webhook_retention)'

/** Checks the stored events and the leases of addresses. */
export const EVENT_CHECKS = {
  event: `
    SELECT id, event AS aspect, 0 AS found, 1 AS expected
    FROM (SELECT id, CASE status WHEN 'EXPIRED' THEN 'payment.expired' WHEN 'UNDERPAID' THEN 'payment.underpaid'
        WHEN 'FROZEN' THEN 'payment.frozen' ELSE 'payment.confirmed' END AS event
      FROM orders WHERE status IN ('PAID', 'EXPIRED', 'EXPIRED_PAID', 'UNDERPAID', 'FROZEN') AND ${isKept}
      UNION ALL
      SELECT id, CASE status WHEN 'COMPLETED' THEN 'withdrawal.completed' ELSE 'withdrawal.failed' END
      FROM withdrawals WHERE status IN ('COMPLETED', 'FAILED', 'CANCELED') AND ${isKept}) AS owing
    WHERE NOT EXISTS (${EVENT})`,

  // Compares neighbours in the order of their starts: if any two leases overlap, two neighbours do.
  lease: `
    SELECT order_id AS id, 'end of its lease of ' || address_id AS aspect, until_at AS found, next_from_at AS expected
    FROM (SELECT order_id, address_id, until_at,
        LEAD(from_at) OVER (PARTITION BY address_id ORDER BY from_at) AS next_from_at
      FROM address_leases) AS leases
    WHERE next_from_at IS NOT NULL AND (until_at IS NULL OR until_at > next_from_at)`,

  leased: `
    SELECT order_id AS id, 'lease of its address' AS aspect, 0 AS found, 1 AS expected
    FROM address_leases LEFT JOIN orders ON orders.id = order_id
    WHERE COALESCE(orders.address_id, '') <> address_leases.address_id`,
} as const
