import { copyFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifyLedger } from '../../src/domain/ledger/ledger-verify.js'
import { attributeTransfer } from '../../src/domain/payments/attributions.js'
import type { Store } from '../../src/domain/store/store.js'
import { type DatabaseLocation, openStore } from '../../src/storage/open.js'
import { contextAt, handClock } from '../support/domain/context.js'
import { temporaryFolder } from '../support/server/folder.js'
import { Harness, ORDER } from '../support/server/harness.js'
import { makeScratchFolder } from '../support/storage/scratch-folder.js'

const DESTINATION = '0x52908400098527886e0f7030069857d2e4169ee7'
const IN_APP = { amount: '12.5', amount_mode: 'FIXED', currency: 'USDT' }

const CONTEXT = contextAt(handClock())

/** Makes every event happen twice with equal amounts, so that no sum shows which of the two rows is meant. */
async function twins(harness: Harness): Promise<void> {
  const keys = await harness.register()
  const call = (target: string, body: object) => harness.call('POST', target, { keys, body })
  const act = async (id: string, action: object) => {
    expect((await call(`/v1/test_helpers/orders/${id}/simulate`, action)).status).toBe(200)
    await harness.pass(4_000, 2_000)
  }
  const story = async (path: string, order: object, ...actions: object[]) => {
    const { json } = await call(path, order)
    for (const action of actions) await act(json.id, action)
    return json.id
  }
  for (let round = 0; round < 2; round += 1) {
    await story('/v1/orders', { ...ORDER, amount: '1500' }, { action: 'pay' })
    await story('/v1/orders', { ...ORDER, amount: '1500' }, { action: 'pay' }, { action: 'freeze' })
    await story('/v1/orders', ORDER, { action: 'pay' }, { action: 'reorg' })
    await story('/v1/app/orders', IN_APP, { action: 'pay' })
    await story('/v1/app/orders', IN_APP, { action: 'authorise' })
    for (const [amount, isCanceled] of [
      ['20', false],
      ['1100', true],
    ] as const) {
      const body = { amount, currency: 'USDT', network: 'ERC20', destination_address: DESTINATION }
      const { json, status } = await call('/v1/withdrawals', body)
      expect(status).toBe(201)
      if (isCanceled) await harness.call('POST', `/v1/withdrawals/${json.id}/cancel`, { keys })
      await harness.pass(60_000, 10_000)
    }
    const expired = await story('/v1/orders', ORDER, { action: 'expire' })
    await harness.pass(180_000, 60_000)
    await act(expired, { action: 'late_pay' })
    await attributeStray(harness, keys.merchantId)
  }
}

/** Attributes a payment that came after the lease of its address to the merchant. */
async function attributeStray({ database }: Harness, id: string): Promise<void> {
  await withStore(database, async (store) => {
    const [transfer] = await store.read((tx) => tx.transfers.listInSuspense('test', 1))
    if (!transfer) throw new Error('no transfer is in suspense')
    const input = { transfer, target: { kind: 'merchant', id } } as const
    const mandate = { actor: 'ada', reason: 'ticket 7' }
    await store.write((tx) => attributeTransfer(tx, CONTEXT, input, mandate))
  })
}

interface Swap {
  readonly column: string
  readonly table: string
  /** Selects the rows. The first two exchange `column`, or the first of each of two merchants. */
  readonly where: string
  /** Expression for the merchant of a row, where the two rows must be of different merchants. */
  readonly merchant?: string
  /** Check that must report a violation. */
  readonly finds: string
}

const kind = (name: string) => `kind = '${name}'`
const postingsOf = (name: string) =>
  `sequence = 1 AND transaction_id IN (SELECT id FROM ledger_transactions WHERE kind = '${name}')`
const PAID = "kind = 'on-chain' AND status = 'PAID'"
const ofPaid = `order_id IN (SELECT id FROM orders WHERE ${PAID})`
const ATTRIBUTED = 'attributed_to IS NOT NULL'
const COMPLETED = "status = 'COMPLETED'"
const inTransactions = { table: 'ledger_transactions' } as const
const inPostings = { table: 'ledger_postings' } as const

const SWAPS: readonly Swap[] = [
  ...['withdrawal_settle', 'withdrawal_release', 'app_settle'].map((name) => ({
    ...inTransactions,
    column: 'resolves',
    where: kind(name),
    finds: 'resolution',
  })),
  {
    table: 'transfers',
    column: 'attributed_to',
    where: ATTRIBUTED,
    merchant: 'attributed_to',
    finds: 'attribution',
  },
  ...['reference', 'idempotency_key'].map((column) => ({
    ...inTransactions,
    column,
    where: kind('attribute'),
    finds: 'attribution',
  })),
  {
    ...inPostings,
    column: 'credit_account',
    where: postingsOf('attribute'),
    merchant: 'credit_account',
    finds: 'attribution',
  },
  { ...inTransactions, column: 'reverses', where: kind('reverse'), finds: 'reversal' },
  ...['withdrawal_hold', 'withdrawal_settle', 'app_hold', 'app_settle', 'freeze'].flatMap((name) =>
    ['reference', 'idempotency_key'].map((column) => ({
      ...inTransactions,
      column,
      where: kind(name),
      finds: 'subject',
    })),
  ),
  ...['reference', 'idempotency_key'].map((column) => ({
    ...inTransactions,
    column,
    where: `kind = 'deposit' AND reference IN (SELECT id FROM orders WHERE ${PAID})`,
    finds: 'deposit',
  })),
  { table: 'transfers', column: 'order_id', where: ofPaid, finds: 'deposit' },
  { table: 'transfers', column: 'to_address', where: ofPaid, finds: 'address' },
  { table: 'orders', column: 'address_id', where: PAID, finds: 'address' },
  { table: 'address_leases', column: 'address_id', where: ofPaid, finds: 'leased' },
  { table: 'orders', column: 'merchant_id', where: PAID, merchant: 'merchant_id', finds: 'booked' },
  { table: 'withdrawals', column: 'merchant_id', where: COMPLETED, merchant: 'merchant_id', finds: 'hold' },
  ...['SETTLED', 'AUTHORISED'].map((status) => ({
    table: 'app_payments',
    column: 'order_id',
    where: `status = '${status}'`,
    merchant: '(SELECT merchant_id FROM orders WHERE orders.id = order_id)',
    finds: 'hold',
  })),
  ...(
    [
      ['withdrawal_hold', 'debit_account'],
      ['withdrawal_settle', 'debit_account'],
      ['withdrawal_release', 'credit_account'],
      ['withdrawal_release', 'debit_account'],
      ['app_hold', 'credit_account'],
      ['app_settle', 'debit_account'],
      ['app_settle', 'credit_account'],
    ] as const
  ).map(([name, column]) => ({
    ...inPostings,
    column,
    where: postingsOf(name),
    merchant: column,
    finds: 'hold',
  })),
  ...(
    [
      ['deposit', 'credit_account'],
      ['freeze', 'debit_account'],
    ] as const
  ).map(([name, column]) => ({
    ...inPostings,
    column,
    where: postingsOf(name),
    merchant: column,
    finds: 'booked',
  })),
  { table: 'withdrawals', column: 'tx_hash', where: COMPLETED, finds: 'payment' },
  { table: 'signed_transactions', column: 'withdrawal_id', where: kind('payment'), finds: 'payment' },
  { table: 'ledger_accounts', column: 'owner', where: "code = 'available'", finds: 'account' },
]

describe('ledger verify, where two rows exchange a link', () => {
  const folder = makeScratchFolder()
  const original = join(folder, 'books.db')
  let harness: Harness
  beforeAll(async () => {
    harness = await Harness.open(folder, { MERCHANTPAY_ADDRESS_COOLDOWN_SECONDS: '60' }, { engine: 'sqlite' })
    await twins(harness)
    await twins(harness)
    const source = new Database(original)
    source.pragma('wal_checkpoint(TRUNCATE)')
    source.close()
  })
  afterAll(async () => {
    await harness.close()
    rmSync(folder, { recursive: true, force: true })
  })

  it.each(SWAPS)(
    'finds $column of $table where $where',
    async ({ table, column, where, merchant, finds }) => {
      const file = join(temporaryFolder(), 'books.db')
      copyFileSync(original, file)
      const db = new Database(file)
      const triggers = db.prepare(`SELECT name FROM sqlite_master WHERE type = 'trigger'`).pluck().all()
      for (const name of triggers) db.exec(`DROP TRIGGER ${name}`)
      db.pragma('foreign_keys = OFF')
      const rows = merchant === undefined ? 'LIMIT 2' : `GROUP BY ${merchant} LIMIT 2`
      db.exec(`CREATE TEMP TABLE twins AS SELECT rowid AS place, ${column} AS link FROM ${table} WHERE ${where} ${rows};
      UPDATE ${table} SET ${column} = 'between-' || rowid WHERE rowid IN (SELECT place FROM twins)`)
      const swapped = db.prepare(`UPDATE ${table} SET ${column} =
      (SELECT link FROM twins WHERE place <> ${table}.rowid) WHERE rowid IN (SELECT place FROM twins)`)
      expect(swapped.run().changes).toBe(2)
      db.close()
      expect(await violatedChecksIn(file)).toContain(finds)
    },
  )
})

const violatedChecksIn = (file: string): Promise<string[]> =>
  withStore({ engine: 'sqlite', file }, async (store) => {
    const { checks } = await store.read((tx) => verifyLedger(tx))
    return checks.filter(({ violations }) => violations.length > 0).map(({ check }) => check)
  })

async function withStore<Result>(
  database: DatabaseLocation,
  work: (store: Store) => Promise<Result>,
): Promise<Result> {
  const silent = () => undefined
  const store = await openStore({ database, now: 0, onCommit: silent, onDamage: silent })
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}
