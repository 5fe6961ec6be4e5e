import { describe, expect, it } from 'vitest'
import { explainTransfer } from '../../src/domain/recovery/explanations.js'
import { MANDATE, RecoveryWorld } from '../support/recovery/recovery-world.js'
import { openFile, type Side, sideOf } from '../support/storage/engines.js'
import { merchant } from '../support/storage/store-rows.js'

/** A withdrawal that a transfer settled, and transfers that two merchants and the operator bear. */
async function history(): Promise<{ world: RecoveryWorld; side: Side }> {
  const { store, file } = await openFile()
  const world = await RecoveryWorld.on(store)
  await world.write((tx) => tx.merchants.insert(merchant('poor')))
  await world.fund('poor', '30')
  const { id } = await world.withdraw()
  const paid = world.pay()
  const others = ['201', '202', '203'].map((usdt) => world.pay({ to: 'elsewhere', usdt }))
  await world.confirm()
  await world.settle(id, paid)
  const bearers = [
    { kind: 'merchant', id: 'shop' },
    { kind: 'merchant', id: 'poor' },
    { kind: 'operator' },
  ] as const
  for (const [at, bearer] of bearers.entries()) {
    const named = { txHash: others[at] ?? '', logIndex: undefined }
    await world.write((tx) =>
      explainTransfer(tx, world.world.context, { id: world.world.id, named, bearer }, MANDATE),
    )
  }
  expect(await world.violated()).toEqual([])
  const side = await sideOf({ engine: 'sqlite', file })
  for (const name of ['transactions', 'postings'])
    await side.script(`DROP TRIGGER ledger_${name}_stay; DROP TRIGGER ledger_${name}_remain`)
  await side.script('PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON')
  return { world, side }
}

const of = (kind: string) => `kind = '${kind}'`
const postingOf = (kind: string) =>
  `transaction_id IN (SELECT id FROM ledger_transactions WHERE kind = 'explain' AND reference IN (
     SELECT network || ':' || tx_hash || ':' || log_index || ':1' FROM explanations WHERE ${of(kind)}))`

describe('the proof of the ledger', () => {
  it.each<[fault: string, sql: string, finds: readonly string[]]>([
    [
      'a settled withdrawal without its transfer',
      `DELETE FROM explanations WHERE ${of('withdrawal')}`,
      ['suspense', 'hold', 'payment'],
    ],
    [
      'an explanation of another amount',
      `UPDATE explanations SET amount = amount + 1 WHERE ${of('operator')}`,
      ['explained', 'explanation', 'suspense'],
    ],
    [
      'a shortfall that was forgotten',
      `UPDATE explanations SET shortfall = 0 WHERE subject = 'poor'`,
      ['explanation', 'suspense'],
    ],
    [
      'an explanation without a posting',
      `UPDATE explanations SET kind = 'operator', subject = NULL WHERE subject = 'shop'`,
      ['explanation'],
    ],
    [
      'a posting without an explanation',
      `DELETE FROM explanations WHERE ${of('operator')}`,
      ['unexplained', 'suspense'],
    ],
    [
      'a posting to another merchant',
      `UPDATE explanations SET subject = 'poor' WHERE subject = 'shop'`,
      ['explanation'],
    ],
    [
      'a posting from another account',
      `UPDATE ledger_postings SET debit_account = 'test/platform/fees' WHERE ${postingOf('operator')}`,
      ['balance', 'explanation'],
    ],
    [
      'an explained transfer that left the chain',
      `UPDATE movements SET orphaned_at = 1 WHERE value = 20300000000`,
      ['unmoved', 'explained', 'suspense'],
    ],
    [
      'a transfer that paid another destination',
      `UPDATE movements SET to_address = 'x' WHERE value = 10000000000`,
      ['paying'],
    ],
    [
      'a transfer that paid a withdrawal twice',
      `UPDATE explanations SET tx_hash = tx_hash || 'x' WHERE ${of('withdrawal')}`,
      ['explained', 'paying', 'payment'],
    ],
    [
      'a settled withdrawal that waits again',
      `UPDATE withdrawals SET status = 'PENDING', completed_at = NULL`,
      ['paying', 'hold', 'resolution', 'held'],
    ],
  ])('finds %s', async (_, sql, finds) => {
    const { world, side } = await history()
    await side.script(sql)
    expect(await world.violated()).toEqual(expect.arrayContaining([...finds]))
  })
})
