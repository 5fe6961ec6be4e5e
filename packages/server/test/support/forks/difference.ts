import type { FollowedWorld } from '../chain/followed-world.js'
import { type ForkTally, note } from './tally.js'

/** Total money of a shop: a reorg may leave a part of it frozen. */
const SHOP_MONEY = `SUM(CASE WHEN code = 'shortfall' THEN -balance ELSE balance END)`

/** Rows of both ledgers that must be equal, as text. */
const EQUAL = {
  transfers: `SELECT network || ' ' || tx_hash || '/' || log_index AS name, to_address || ' ' || value || ' in ' ||
      block_number || ' ' || block_hash || ' at ' || block_time || ' confirmed ' || (confirmed_at IS NOT NULL) ||
      ' ordered ' || (order_id IS NOT NULL) || ' ' || COALESCE(ignored_reason, '') AS state
    FROM transfers WHERE orphaned_at IS NULL`,
  deposits: `SELECT t.network || ' ' || t.tx_hash || '/' || t.log_index AS name, CAST(SUM(p.amount) AS TEXT) AS state
    FROM transfers t JOIN ledger_transactions l ON l.idempotency_key =
      'deposit:' || t.network || ':' || t.tx_hash || ':' || t.log_index || ':' || t.incarnation
    JOIN ledger_postings p ON p.transaction_id = l.id AND p.debit_account LIKE '%/custody:%'
    WHERE NOT EXISTS (SELECT 1 FROM ledger_transactions r WHERE r.reverses = l.id)
    GROUP BY t.network, t.tx_hash, t.log_index`,
  orders: `SELECT a.address AS name, o.received || ' ' || o.confirmed || ' ' || o.credited AS state
    FROM orders o JOIN addresses a ON a.id = o.address_id`,
  platform: `SELECT id AS name, CAST(balance AS TEXT) AS state FROM ledger_accounts
    WHERE owner = 'platform' AND balance <> 0`,
  shop: `SELECT owner AS name, CAST(${SHOP_MONEY} AS TEXT) AS state FROM ledger_accounts
    WHERE owner <> 'platform' AND code <> 'held' GROUP BY owner HAVING ${SHOP_MONEY} <> 0`,
  cursor: `SELECT network AS name, block_number || ' ' || block_hash AS state FROM chain_cursors`,
} as const

interface Row {
  readonly name: string
  readonly state: string
}

/**
 * Lists the differences between two servers' ledgers. Transfers, deposits that are not reversed, received and credited
 * amounts of orders, and every balance must be equal. A status may differ where an event that was sent before the reorg
 * cannot be taken back: see {@link isExplained}.
 */
export async function differences(
  world: FollowedWorld,
  fresh: FollowedWorld,
  tally: ForkTally,
): Promise<string[]> {
  const wrong: string[] = []
  for (const [table, sql] of Object.entries(EQUAL)) {
    const [ours, theirs] = [await world.rows<Row>(sql), await fresh.rows<Row>(sql)]
    const of = (rows: readonly Row[]) => new Map(rows.map(({ name, state }) => [name, state]))
    const [mine, other] = [of(ours), of(theirs)]
    for (const name of new Set([...mine.keys(), ...other.keys()])) {
      if (mine.get(name) === other.get(name)) continue
      wrong.push(
        `${table} ${name}: ${mine.get(name) ?? 'nothing'}, and fresh ${other.get(name) ?? 'nothing'}`,
      )
    }
  }
  return [...wrong, ...(await wrongStatuses(world, fresh, tally))]
}

interface StatusRow {
  readonly address: string
  readonly status: string
  readonly frozen_reason: string | null
  /** Number of its reversed deposits. */
  readonly reversed: bigint
  /** Number of its payments that are late by their block, and were in time in an earlier block. */
  readonly moved: bigint
  /** Number of its payments in time that were recorded only after its window ended. */
  readonly joined: bigint
}

const STATUSES = `SELECT a.address, o.status, o.frozen_reason,
    (SELECT COUNT(*) FROM ledger_transactions r WHERE r.kind = 'reverse' AND r.reference = o.id) AS reversed,
    (SELECT COUNT(*) FROM transfers t WHERE t.order_id = o.id AND t.orphaned_at IS NULL AND t.late = 0
       AND t.block_time >= o.expire_at) AS moved,
    (SELECT COUNT(*) FROM transfers t WHERE t.order_id = o.id AND t.orphaned_at IS NULL
       AND t.block_time < o.expire_at AND t.confirmed_at >= o.window_ended_at) AS joined
  FROM orders o JOIN addresses a ON a.id = o.address_id`

async function wrongStatuses(
  world: FollowedWorld,
  fresh: FollowedWorld,
  tally: ForkTally,
): Promise<string[]> {
  const theirs = new Map((await fresh.rows<StatusRow>(STATUSES)).map((row) => [row.address, row]))
  return (await world.rows<StatusRow>(STATUSES)).flatMap((ours) => {
    const { status } = theirs.get(ours.address) ?? { status: 'nothing' }
    note(tally, `ended ${ours.status}${ours.status === status ? '' : `, fresh ${status}`}`)
    return isExplained(ours, status) ? [] : [`order ${ours.address}: ${ours.status}, and fresh ${status}`]
  })
}

/**
 * Whether a status may differ from that of the server that read only the winning branch. An order with a reversed deposit
 * stays under review. A paid order may differ in two more cases, because its events cannot be taken back:
 *
 * - EXPIRED_PAID instead of PAID: on a lost branch, blocks passed the window without the payment. The order ended and its
 *   event was sent; the payment, which is in time on the winning branch, comes to an order that has ended.
 * - PAID instead of EXPIRED_PAID: the payment was in a block in time and is now in a later block. The order was in flight
 *   with it at the end of its window.
 */
function isExplained({ status, frozen_reason, reversed, moved, joined }: StatusRow, fresh: string): boolean {
  if (status === fresh) return true
  if (status === 'FROZEN') return frozen_reason === 'reorg' && reversed > 0n
  if (status === 'EXPIRED_PAID' && fresh === 'PAID') return joined > 0n
  return status === 'PAID' && fresh === 'EXPIRED_PAID' && moved > 0n
}
