import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { Dice } from '../support/ledger/dice.js'
import { sqliteLedger } from '../support/ledger/ledger-database.js'
import { networkMismatches } from '../support/ledger/network-comparison.js'
import { Operations } from '../support/ledger/operations.js'
import { violations } from '../support/ledger/oracle.js'
import { readRows } from '../support/ledger/rows.js'
import { runLedger } from '../support/ledger/run.js'
import { requireExactFees } from '../support/ledger/splits.js'
import { LedgerWorld } from '../support/ledger/world.js'
import { temporaryFolder } from '../support/server/folder.js'

/** A changed rule may need other seeds: see WANTED. */
const SEEDS = [12, 17] as const
const OPERATIONS = 1_000
const AMOUNTS = 20_000
const MINUTE_MS = 60_000

/** Events that the two runs must cover; a run without them proves little. */
const WANTED = [
  ...['money went to suspense', 'money was owed', 'a debt was repaid', 'an address was leased again'],
  ...['a transfer came back', 'a transfer was ignored'],
  ...['deposit', 'reverse', 'freeze', 'clear', 'reject'].map((kind) => `posted: ${kind}`),
  ...['withdrawal_hold', 'withdrawal_settle', 'withdrawal_release'].map((kind) => `posted: ${kind}`),
  ...['app_hold', 'app_settle', 'app_void'].map((kind) => `posted: ${kind}`),
  ...['OPEN', 'PENDING_CONFIRM', 'CONFIRMING', 'PAID'].map((status) => `became: ${status}`),
  ...['EXPIRED', 'EXPIRED_PAID', 'UNDERPAID', 'FROZEN'].map((status) => `became: ${status}`),
  ...['COMPLETED', 'FAILED', 'CANCELED', 'REVIEW'].map((status) => `withdrawal: ${status}`),
  ...['COMPLETED', 'FAILED', 'CANCELED'].map((status) => `refund: ${status}`),
  'a refunded payment was taken back',
]

describe('the ledger', () => {
  it(
    `balances through ${SEEDS.length * OPERATIONS} random operations`,
    async () => {
      const seen = new Set<string>()
      for (const seed of SEEDS) {
        const openDatabase = sqliteLedger(join(temporaryFolder(), 'ledger.db'))
        const tally = await runLedger({ openDatabase, seed, operations: OPERATIONS })
        for (const name of tally.keys()) seen.add(name)
      }
      expect(WANTED.filter((name) => !seen.has(name))).toEqual([])
    },
    MINUTE_MS,
  )

  it('splits random amounts in random parts into fee and credit without a remainder', () => {
    expect(() => requireExactFees(7, AMOUNTS)).not.toThrow()
  })
})

/** Direct changes to the database file, each with the violation that must be found. */
const PLANTED_FAULTS: Record<string, { sql: string; found: RegExp }> = {
  'a balance that was changed': {
    sql: "UPDATE ledger_accounts SET balance = balance + 1 WHERE code = 'fees'",
    found: /platform\/fees: balance [0-9]+ is not the sum/,
  },
  'an order that received more than was sent': {
    sql: "UPDATE orders SET received = received + 1 WHERE status = 'PAID' AND kind = 'on-chain'",
    found: /received [0-9]+, should be [0-9]+/,
  },
  'an order that was credited its fee': {
    sql: "UPDATE orders SET credited = confirmed WHERE status = 'PAID' AND kind = 'on-chain'",
    found: /credited [0-9]+, should be [0-9]+/,
  },
  'a confirmed transfer without a posting': {
    sql: `UPDATE transfers SET incarnation = incarnation + 1 WHERE confirmed_at IS NOT NULL AND orphaned_at IS NULL`,
    found: /deposit:.*: posted 0, should be [0-9]+/,
  },
  'a transfer that is on no network': {
    sql: 'DELETE FROM sandbox_transfers WHERE tx_hash IN (SELECT tx_hash FROM transfers)',
    found: /recorded and not there/,
  },
  'a withdrawal that completed without its ledger transaction': {
    sql: `UPDATE withdrawals SET status = 'COMPLETED', completed_at = 1, failure_code = NULL
          WHERE status <> 'COMPLETED'`,
    found: /its hold ended as/,
  },
  'a paid order with another status': {
    sql: "UPDATE orders SET status = 'OPEN' WHERE status = 'PAID' AND kind = 'on-chain'",
    found: /cannot be OPEN/,
  },
  'a count of leases that lost one': {
    sql: "UPDATE list_counts SET total = total - 1 WHERE list LIKE 'leases/%'",
    found: /leases\/shop-[a-z]+\/test: the counter is/,
  },
  'two orders on one address': {
    sql: `UPDATE address_leases SET from_at = from_at - 10000000 WHERE order_id IN
          (SELECT MAX(order_id) FROM address_leases GROUP BY address_id HAVING COUNT(*) > 1)`,
    found: /share an address/,
  },
}

describe('the verification of the ledger', () => {
  /** Creates the file of a service after 400 random operations. */
  async function fileWithHistory(): Promise<string> {
    const file = join(temporaryFolder(), 'ledger.db')
    const world = await LedgerWorld.open(sqliteLedger(file))
    const operations = new Operations(world, new Dice(3))
    for (let number = 0; number < 400; number += 1) await operations.next()
    await world.finishWork()
    await world.database.close()
    return file
  }

  /** Lists the violations while the change `sql` is in the file, and rolls it back. */
  async function foundAfter(file: string, sql: string): Promise<string> {
    const db = new Database(file)
    db.defaultSafeIntegers(true)
    try {
      db.exec(`BEGIN; ${sql}`)
      const rows = await readRows({ rows: async <Row>(text: string) => db.prepare(text).all() as Row[] }) // the SQL text names the columns
      return [...violations(rows), ...networkMismatches(rows)].join('\n')
    } finally {
      db.exec('ROLLBACK')
      db.close()
    }
  }

  it('finds every planted fault, and nothing in an unchanged file', async () => {
    const file = await fileWithHistory()
    expect(await foundAfter(file, '')).toBe('')
    for (const [fault, { sql, found }] of Object.entries(PLANTED_FAULTS)) {
      expect(await foundAfter(file, sql), fault).toMatch(found)
    }
  })
})
