import { spawnSync } from 'node:child_process'
import { copyFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CLI } from '../support/server/cli.js'
import { temporaryFolder } from '../support/server/folder.js'
import { Harness, type Keys, ORDER } from '../support/server/harness.js'
import { makeScratchFolder } from '../support/storage/scratch-folder.js'

const DESTINATION = '0x52908400098527886e0f7030069857d2e4169ee7'

interface Verified {
  readonly exitCode: number | null
  /** `<check> <id>` of every violation. */
  readonly found: string[]
  readonly stdout: string
  readonly stderr: string
}

function verify(file: string, ...args: string[]): Verified {
  const env = { PATH: process.env.PATH, MERCHANTPAY_DATABASE_URL: `file:${file}` }
  const options = { env, encoding: 'utf8', timeout: 20_000 } as const
  const { status, stdout, stderr } = spawnSync(process.execPath, [CLI, 'ledger', 'verify', ...args], options)
  return { exitCode: status, found: args.includes('--json') ? idsIn(stdout) : [], stdout, stderr }
}

function idsIn(json: string): string[] {
  const report = JSON.parse(json) as { checks: { check: string; violations: { id: string }[] }[] } // the form of `--json`
  return report.checks.flatMap(({ check, violations }) => violations.map(({ id }) => `${check} ${id}`))
}

/** Makes every kind of event that moves money happen through the API. */
async function makeHistory(harness: Harness): Promise<void> {
  const keys = await harness.register()
  const simulate = (id: string, body: object) =>
    harness.call('POST', `/v1/test_helpers/orders/${id}/simulate`, { keys, body })
  const story = async (path: string, order: object, ...actions: object[]) => {
    const { json } = await harness.call('POST', path, { keys, body: { currency: 'USDT', ...order } })
    for (const action of actions) {
      expect((await simulate(json.id, action)).status).toBe(200)
      await harness.pass(4_000)
    }
  }
  const onChain = (...actions: object[]) =>
    story('/v1/orders', { ...ORDER, amount: '100.000001' }, ...actions)
  const inApp = (...actions: object[]) =>
    story('/v1/app/orders', { amount: '12.34567891', amount_mode: 'FIXED' }, ...actions)

  await onChain({ action: 'pay' })
  await onChain({ action: 'pay', amount: '33.333333' }, { action: 'pay' })
  await onChain({ action: 'underpay' })
  await onChain({ action: 'overpay' })
  await onChain({ action: 'expire' })
  await onChain({ action: 'expire' }, { action: 'late_pay' })
  await onChain({ action: 'pay' }, { action: 'freeze' })
  await onChain({ action: 'pay' }, { action: 'reorg' })
  await inApp({ action: 'pay' })
  await inApp({ action: 'authorise' })
  await inApp({ action: 'authorise' }, { action: 'expire' })
  for (const [amount, isCanceled] of [
    ['20', false],
    ['1001', true],
    ['1002', false],
  ] as const)
    await withdraw(harness, keys, amount, isCanceled)
}

/** Withdraws. Above 1,000 USDT a withdrawal waits for review, so that it can be canceled or stays open. */
async function withdraw(harness: Harness, keys: Keys, amount: string, isCanceled: boolean): Promise<void> {
  const big = await harness.call('POST', '/v1/orders', { keys, body: { ...ORDER, amount: '1100' } })
  await harness.call('POST', `/v1/test_helpers/orders/${big.json.id}/simulate`, {
    keys,
    body: { action: 'pay' },
  })
  await harness.pass(4_000)
  const body = { amount, currency: 'USDT', network: 'ERC20', destination_address: DESTINATION }
  const made = await harness.call('POST', '/v1/withdrawals', { keys, body })
  expect([made.status, made.text]).toEqual([201, expect.stringContaining('"id"')])
  if (isCanceled) await harness.call('POST', `/v1/withdrawals/${made.json.id}/cancel`, { keys })
  await harness.pass(60_000)
}

/** A change made directly in the database, and the violations that must be found. */
interface Corruption {
  readonly fault: string
  readonly sql: readonly string[]
  /** Check, and the query for the violation's id, run before the change. */
  readonly finds: readonly (readonly [check: string, id: string])[]
}

const oneOf = (status: string, more = 'TRUE') =>
  `(SELECT id FROM orders WHERE status = '${status}' AND kind = 'on-chain' AND ${more} ORDER BY id LIMIT 1)`
const PAID = oneOf('PAID')
const ofPaid = `(SELECT id FROM ledger_transactions WHERE kind = 'deposit' AND reference = ${PAID})`
const ofFrozen = `(SELECT id FROM ledger_transactions WHERE kind = 'deposit' AND reference = ${oneOf('FROZEN')})`
const hashOfPaid = `(SELECT tx_hash FROM transfers WHERE order_id = ${PAID})`
const transferOf = (order: string) =>
  `SELECT environment || '/' || network || ':' || tx_hash || ':' || log_index FROM transfers WHERE order_id = ${order}`
const accountOf = (code: string) => `(SELECT id FROM ledger_accounts WHERE code = '${code}' LIMIT 1)`
const withdrawalIn = (status: string) => `(SELECT id FROM withdrawals WHERE status = '${status}')`
const paymentIn = (status: string) => `(SELECT id FROM app_payments WHERE status = '${status}')`

const CORRUPTIONS: readonly Corruption[] = [
  {
    fault: 'a balance that no posting moved',
    sql: [`UPDATE ledger_accounts SET balance = balance + 1 WHERE id = ${accountOf('fees')}`],
    finds: [
      ['sides', "SELECT 'test'"],
      ['balance', `SELECT ${accountOf('fees')}`],
    ],
  },
  {
    fault: 'a posting of another amount',
    sql: [`UPDATE ledger_postings SET amount = amount + 1 WHERE transaction_id = ${ofPaid} AND sequence = 1`],
    finds: [
      ['balance', `SELECT ${accountOf('available')}`],
      ['balance', `SELECT ${accountOf('custody:TRC20')}`],
      ['deposit', transferOf(PAID)],
      ['booked', `SELECT ${PAID}`],
    ],
  },
  {
    fault: 'a gap in the postings of a transaction',
    sql: [`UPDATE ledger_postings SET sequence = 3 WHERE transaction_id = ${ofPaid} AND sequence = 2`],
    finds: [['postings', `SELECT ${ofPaid}`]],
  },
  {
    fault: 'a transaction without postings',
    sql: [`DELETE FROM ledger_postings WHERE transaction_id = ${ofPaid}`],
    finds: [
      ['postings', `SELECT ${ofPaid}`],
      ['booked', `SELECT ${PAID}`],
    ],
  },
  {
    fault: 'postings without their transaction',
    sql: [`DELETE FROM ledger_transactions WHERE id = ${ofPaid}`],
    finds: [
      ['postings', `SELECT ${ofPaid}`],
      ['deposit', transferOf(PAID)],
    ],
  },
  {
    fault: 'postings of no transaction beside a transaction without postings',
    sql: [`UPDATE ledger_postings SET transaction_id = 'nowhere' WHERE transaction_id = ${ofPaid}`],
    finds: [
      ['postings', "SELECT 'nowhere'"],
      ['postings', `SELECT ${ofPaid}`],
    ],
  },
  {
    fault: 'a first posting that is missing beside a transaction without postings',
    sql: [
      `DELETE FROM ledger_postings WHERE transaction_id = ${ofFrozen}`,
      `DELETE FROM ledger_postings WHERE transaction_id = ${ofPaid} AND sequence = 1`,
      "INSERT INTO ledger_postings SELECT 'nowhere', 1, environment, debit_account, credit_account, amount FROM ledger_postings LIMIT 1",
    ],
    finds: [
      ['postings', `SELECT ${ofPaid}`],
      ['postings', `SELECT ${ofFrozen}`],
      ['postings', "SELECT 'nowhere'"],
    ],
  },
  {
    fault: 'a balance below its floor',
    sql: [`UPDATE ledger_accounts SET balance = -1 WHERE id = ${accountOf('frozen')}`],
    finds: [['floor', `SELECT ${accountOf('frozen')}`]],
  },
  {
    fault: 'money available beside a shortfall',
    sql: [`UPDATE ledger_accounts SET balance = 1 WHERE id = ${accountOf('shortfall')}`],
    finds: [['shortfall', `SELECT ${accountOf('shortfall')}`]],
  },
  {
    fault: 'a transfer that returned and was not credited anew',
    sql: [`UPDATE transfers SET incarnation = 2 WHERE order_id = ${PAID}`],
    finds: [
      ['deposit', transferOf(PAID)],
      ['unowed', `SELECT ${ofPaid}`],
    ],
  },
  {
    fault: 'an orphaned transfer whose deposit stands',
    sql: [`UPDATE transfers SET orphaned_at = 1 WHERE order_id = ${PAID}`],
    finds: [
      ['unowed', `SELECT ${ofPaid}`],
      ['amounts', `SELECT ${PAID}`],
    ],
  },
  {
    fault: 'a transfer that is ignored and credited',
    sql: [`UPDATE transfers SET ignored_reason = 'implausible' WHERE order_id = ${PAID}`],
    finds: [['unowed', `SELECT ${ofPaid}`]],
  },
  {
    fault: 'a transfer that is credited and was not screened',
    sql: [`UPDATE transfers SET screened_at = NULL WHERE order_id = ${PAID}`],
    finds: [['screened', transferOf(PAID)]],
  },
  {
    fault: 'a transfer whose flag is gone',
    sql: [`UPDATE transfers SET flagged = 0 WHERE flagged = 1`],
    finds: [['screened', `${transferOf('order_id')} AND flagged = 1`]],
  },
  {
    fault: 'a second deposit of one transfer, with every balance made to match',
    sql: [
      `INSERT INTO ledger_transactions SELECT 'twice', environment, kind, reference, created_at,
         'deposit:TRC20:' || ${hashOfPaid} || ':0:7', input_hash, NULL, NULL FROM ledger_transactions WHERE id = ${ofPaid}`,
      `INSERT INTO ledger_postings SELECT 'twice', sequence, environment, debit_account, credit_account, amount
       FROM ledger_postings WHERE transaction_id = ${ofPaid}`,
      `UPDATE ledger_accounts SET balance = (CASE normal WHEN 'debit' THEN 1 ELSE -1 END)
         * (SELECT SUM(CASE ledger_accounts.id WHEN debit_account THEN amount WHEN credit_account THEN -amount ELSE 0 END)
            FROM ledger_postings)`,
    ],
    finds: [
      ['unowed', "SELECT 'twice'"],
      ['booked', `SELECT ${PAID}`],
    ],
  },
  {
    fault: 'an order that received more than its transfers',
    sql: [`UPDATE orders SET received = received + 100 WHERE id = ${PAID}`],
    finds: [['amounts', `SELECT ${PAID}`]],
  },
  {
    fault: 'an order credited past its fee',
    sql: [`UPDATE orders SET credited = credited + 1 WHERE id = ${PAID}`],
    finds: [
      ['amounts', `SELECT ${PAID}`],
      ['booked', `SELECT ${PAID}`],
    ],
  },
  {
    fault: 'an order under review whose money is free',
    sql: [`UPDATE orders SET status = 'FROZEN', frozen_reason = 'compliance' WHERE id = ${PAID}`],
    finds: [
      ['booked', `SELECT ${PAID}`],
      ['frozen', `SELECT ${accountOf('frozen')}`],
      ['event', `SELECT ${PAID}`],
    ],
  },
  {
    fault: 'a quarter of an hour whose sum lacks a payment',
    sql: [
      `UPDATE paid_sums SET orders = orders - 1, paid = paid - 1 WHERE from_at = (SELECT MAX(from_at) FROM paid_sums)`,
    ],
    finds: [
      [
        'paid',
        "SELECT merchant_id || '/test/' || from_at FROM (SELECT merchant_id, MAX(from_at) AS from_at FROM paid_sums)",
      ],
    ],
  },
  {
    fault: 'a payment in no sum',
    sql: [`DELETE FROM paid_sums WHERE from_at = (SELECT MIN(from_at) FROM paid_sums)`],
    finds: [
      [
        'paid',
        "SELECT merchant_id || '/test/' || MIN(paid_at / 900000 * 900000) FROM orders WHERE paid_at IS NOT NULL",
      ],
    ],
  },
  {
    fault: 'a withdrawal of more than its hold',
    sql: [`UPDATE withdrawals SET amount = amount + 1 WHERE status = 'REVIEW'`],
    finds: [
      ['hold', `SELECT ${withdrawalIn('REVIEW')}`],
      ['held', `SELECT ${accountOf('held')}`],
    ],
  },
  {
    fault: 'a withdrawal that ended without releasing its hold',
    sql: [`UPDATE withdrawals SET status = 'CANCELED', failure_code = 'canceled' WHERE status = 'REVIEW'`],
    finds: [
      ['resolution', `SELECT ${withdrawalIn('REVIEW')}`],
      ['held', `SELECT ${accountOf('held')}`],
      ['event', `SELECT ${withdrawalIn('REVIEW')}`],
    ],
  },
  {
    fault: 'a withdrawal that was paid and released',
    sql: [
      `UPDATE withdrawals SET status = 'COMPLETED', failure_code = NULL, completed_at = 1 WHERE status = 'CANCELED'`,
    ],
    finds: [['resolution', `SELECT ${withdrawalIn('CANCELED')}`]],
  },
  {
    fault: 'a payment that moved nothing of the amount settled for it',
    sql: [`UPDATE signed_transactions SET moved = 0 WHERE withdrawal_id = ${withdrawalIn('COMPLETED')}`],
    finds: [['hold', `SELECT ${withdrawalIn('COMPLETED')}`]],
  },
  {
    fault: 'a difference entry that no payment made',
    sql: [`UPDATE ledger_transactions SET kind = 'withdrawal_difference' WHERE id = ${ofPaid}`],
    finds: [['difference', `SELECT ${ofPaid}`]],
  },
  {
    fault: 'a voided authorisation that is still held',
    sql: [`UPDATE app_payments SET status = 'VOIDED' WHERE status = 'AUTHORISED'`],
    finds: [
      ['resolution', `SELECT ${paymentIn('AUTHORISED')}`],
      ['held', `SELECT ${accountOf('held')}`],
    ],
  },
  {
    fault: 'more owed than held in custody',
    sql: [`UPDATE ledger_accounts SET balance = balance + 1000000000000 WHERE code = 'available'`],
    finds: [['cover', "SELECT 'test'"]],
  },
  {
    fault: 'an event that was never written',
    sql: [`DELETE FROM webhook_events WHERE subject = ${PAID}`],
    finds: [['event', `SELECT ${PAID}`]],
  },
  {
    fault: 'overlapping leases of one address',
    sql: [
      `UPDATE address_leases SET address_id = (SELECT address_id FROM address_leases WHERE order_id = ${PAID})
       WHERE order_id = ${oneOf('UNDERPAID')}`,
    ],
    finds: [['lease', `SELECT ${PAID}`]],
  },
]

describe('merchantpay-server ledger verify', () => {
  const folder = makeScratchFolder()
  const original = join(folder, 'books.db')
  let harness: Harness
  beforeAll(async () => {
    harness = await Harness.open(folder)
    await makeHistory(harness)
  }, 120_000)
  afterAll(async () => {
    await harness.close()
    rmSync(folder, { recursive: true, force: true })
  })

  /** Copies the database into a file of the test's own. */
  function copyDatabase(): { file: string; db: Database.Database } {
    const source = new Database(original)
    source.pragma('wal_checkpoint(TRUNCATE)')
    source.close()
    const file = join(temporaryFolder(), 'books.db')
    copyFileSync(original, file)
    return { file, db: new Database(file) }
  }

  /** Removes the triggers and constraints that guard the file. */
  function disarm(db: Database.Database): void {
    const triggers = db.prepare(`SELECT name FROM sqlite_master WHERE type = 'trigger'`).pluck().all()
    for (const name of triggers) db.exec(`DROP TRIGGER ${name}`)
    db.pragma('foreign_keys = OFF')
    db.pragma('ignore_check_constraints = ON')
  }

  it('passes for a ledger with every kind of transaction, beside the running server', () => {
    const { exitCode, stdout } = verify(original)
    expect(stdout).toContain('ledger balanced')
    expect(stdout.match(/^ok /gm)).toHaveLength(35)
    expect(exitCode).toBe(0)
    const db = new Database(original, { readonly: true })
    const kinds = db.prepare('SELECT DISTINCT kind FROM ledger_transactions ORDER BY kind').pluck().all()
    db.close()
    expect(kinds).toEqual([
      'app_hold',
      'app_settle',
      'app_void',
      'deposit',
      'freeze',
      'reverse',
      'withdrawal_hold',
      'withdrawal_release',
      'withdrawal_settle',
    ])
  })

  for (const { fault, sql, finds } of CORRUPTIONS) {
    it(`finds ${fault}`, () => {
      const { file, db } = copyDatabase()
      disarm(db)
      const expected = finds.map(([check, query]) => `${check} ${db.prepare(query).pluck().get()}`)
      for (const statement of sql) expect(db.prepare(statement).run().changes).toBeGreaterThan(0)
      db.close()
      const { exitCode, found } = verify(file, '--json')
      expect(found).toEqual(expect.arrayContaining(expected))
      expect(exitCode).toBe(1)
    })
  }

  it('reports in text fault is wrong, by check and id', () => {
    const { file, db } = copyDatabase()
    const id = db.prepare(`SELECT ${PAID}`).pluck().get()
    db.exec(`UPDATE orders SET received = received + 100 WHERE id = '${id}'`)
    db.close()
    const { exitCode, stdout } = verify(file)
    expect(stdout).toContain(`(3) order ${id}: received is 100.000002, must be 100.000001`)
    expect(stdout).toContain('ledger NOT balanced')
    expect(exitCode).toBe(1)
  })

  it('lists a hundred rows of a check and reports that there are more', () => {
    const { file, db } = copyDatabase()
    disarm(db)
    db.exec(`WITH RECURSIVE counted (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM counted WHERE n < 101)
      INSERT INTO ledger_transactions SELECT 'forged-' || n, 'test', 'adjust', '', 1, 'forged-' || n, '', NULL, NULL
      FROM counted`)
    db.close()
    const { exitCode, found } = verify(file, '--json')
    expect(found).toHaveLength(100)
    expect(verify(file).stdout).toContain('(1) and more')
    expect(exitCode).toBe(1)
  })

  it('exits 2 where there is no database, and creates none', () => {
    const file = join(temporaryFolder(), 'nothing.db')
    for (const _ of ['first', 'again']) {
      const { exitCode, stderr } = verify(file)
      expect(stderr).toContain(`there is no database ${file}`)
      expect(exitCode).toBe(2)
    }
  })

  it('exits 2 where the database is older, and does not migrate it', () => {
    const { file, db } = copyDatabase()
    db.exec("DROP TABLE audit_entries; DELETE FROM migrations WHERE name LIKE '0008%'")
    const names = db.prepare('SELECT name FROM migrations ORDER BY name').pluck()
    const before = names.all()
    const { exitCode, stderr } = verify(file)
    expect(stderr).toContain('the database lacks migration 0008-create-audit-entries.sql')
    expect(exitCode).toBe(2)
    expect(names.all()).toEqual(before)
    db.close()
  })

  it('exits 2 where the file is no database', () => {
    const file = join(temporaryFolder(), 'books.db')
    writeFileSync(file, 'not a database, but long enough to be read as one'.repeat(100))
    const { exitCode, stderr } = verify(file)
    expect(stderr).toContain('the ledger could not be verified: ')
    expect(exitCode).toBe(2)
  })
})
