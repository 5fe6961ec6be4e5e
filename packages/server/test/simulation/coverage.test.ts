import { describe, expect, it } from 'vitest'
import { Coverage } from '../../../../stress/simulation/coverage.js'
import { coverageLines } from '../../../../stress/simulation/coverage-report.js'
import { orderRow } from '../../../../stress/simulation/state-rows.js'
import {
  orderChanges,
  rowOfChange,
  stateRows,
  withdrawalChanges,
} from '../../../../stress/simulation/state-tables.js'
import type { OrderFact } from '../../src/domain/orders/order-fact.js'
import { SerializationConflict } from '../../src/domain/store/store.js'
import type { WithdrawalFact } from '../../src/domain/withdrawals/withdrawal-state.js'
import { migratedLocation, openOn } from '../support/storage/engines.js'
import { appOrder, merchant } from '../support/storage/store-rows.js'

/** The names of each fact in rows. */
const ORDER_FACTS: Readonly<Record<OrderFact['kind'], readonly string[]>> = {
  authorised: ['authorised'],
  settled: ['settled'],
  voided: ['voided'],
  transfer_seen: ['transfer seen'],
  transfer_confirmed: ['transfer confirmed'],
  transfer_orphaned: ['transfer orphaned or declined', 'credited transfer orphaned'],
  transfer_declined: ['transfer orphaned or declined'],
  flagged: ['flagged'],
  window_over: ['window over'],
  cleared: ['cleared'],
  rejected: ['rejected'],
}
const WITHDRAWAL_FACTS: Readonly<Record<WithdrawalFact['kind'], readonly string[]>> = {
  held_back: ['held back'],
  needs_decision: ['possible_duplicate', 'order_frozen'],
  approved: ['approved'],
  canceled: ['canceled'],
  failed: ['rejected', 'compliance', 'broadcast_rejected', 'reverted', 'expired_unbroadcast'],
  signed: ['signed'],
  broadcast: ['broadcast'],
  replacement_requested: ['replacement requested'],
  version_changed: ['version changed'],
  confirming: ['confirming'],
  completed: ['completed'],
  settled_by_operator: ['settled by operator'],
  settled_by_transfer: ['settled by transfer'],
}
const factIn = (row: string): string => row.slice(row.indexOf(', ') + 2)

describe('the rows of the state tables', () => {
  it('are told apart by what changed in an order', () => {
    const kinds = new Set<string>()
    for (const { before, fact, after } of orderChanges()) {
      kinds.add(fact.kind)
      expect(ORDER_FACTS[fact.kind]).toContain(factIn(orderRow(before, after)))
    }
    expect([...kinds].sort()).toEqual(Object.keys(ORDER_FACTS).sort())
  })

  it('are told apart by what changed in a withdrawal', () => {
    const kinds = new Set<string>()
    for (const change of withdrawalChanges()) {
      kinds.add(change.fact.kind)
      expect(WITHDRAWAL_FACTS[change.fact.kind]).toContain(factIn(rowOfChange(change)))
    }
    expect([...kinds].sort()).toEqual(Object.keys(WITHDRAWAL_FACTS).sort())
  })

  it('name each transition once', () => {
    const rows = stateRows()
    expect(rows).toContain('order: CONFIRMING -> PAID, transfer confirmed')
    expect(rows).toContain('withdrawal: BROADCAST -> COMPLETED, completed')
    expect(rows).not.toContain('order: PAID -> OPEN, cleared')
    expect(new Set(rows).size).toBe(rows.length)
  })
})

describe('the coverage of a life', () => {
  const CREATED = 'app order: none -> OPEN, created'
  const EXPIRED = 'app order: OPEN -> EXPIRED, window over'

  it('counts what is committed, with and without a crash within a minute', async () => {
    let now = 0
    const coverage = new Coverage(() => now)
    const store = coverage.over(await openOn(await migratedLocation('sqlite')))
    const order = (id: string) => appOrder(id, 'shop')
    await store.write((tx) => tx.merchants.insert(merchant('shop')))
    await store.forWorkers().write((tx) => tx.orders.insert(order('one')))
    now = 30_000
    coverage.noteCrash()
    now = 91_000
    await store.write(async (tx) => {
      const expired = { ...order('one'), status: 'EXPIRED', version: 2 } as const
      await tx.orders.insert(order('two'))
      await tx.orders.update(expired, 'OPEN')
    })
    expect(coverage.reached).toEqual({
      [CREATED]: { calm: 1, besideCrash: 1 },
      [EXPIRED]: { calm: 1, besideCrash: 0 },
    })
  })

  it('counts nothing of a transaction that was undone, nor an update that another one forestalled', async () => {
    const coverage = new Coverage(() => 0)
    const store = coverage.over(await openOn(await migratedLocation('sqlite')))
    await store.write((tx) => tx.merchants.insert(merchant('shop')))
    const undone = store.write(async (tx) => {
      await tx.orders.insert(appOrder('one', 'shop'))
      throw new SerializationConflict('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    await store.write((tx) => tx.orders.insert(appOrder('two', 'shop')))
    const stale = { ...appOrder('two', 'shop'), status: 'EXPIRED', version: 7 } as const
    expect(await store.write((tx) => tx.orders.update(stale, 'OPEN'))).toBe(false)
    expect(coverage.reached).toEqual({ [CREATED]: { calm: 1, besideCrash: 0 } })
  })

  it('leaves out an order whose window ends earlier, and nothing else', async () => {
    const coverage = new Coverage(() => 0)
    const store = coverage.over(await openOn(await migratedLocation('sqlite')))
    const order = appOrder('one', 'shop')
    await store.write((tx) => tx.merchants.insert(merchant('shop')))
    await store.write((tx) => tx.orders.insert(order))
    await store.write((tx) => tx.orders.update({ ...order, expireAt: order.createdAt, version: 2 }, 'OPEN'))
    expect(coverage.reached).toEqual({ [CREATED]: { calm: 1, besideCrash: 0 } })
  })

  it('is summed over lives, and names the rows that are missing', () => {
    const lives = [
      { one: { calm: 2, besideCrash: 0 }, two: { calm: 1, besideCrash: 0 } },
      { one: { calm: 0, besideCrash: 3 }, four: { calm: 0, besideCrash: 1 } },
    ]
    expect(coverageLines(lives, ['one', 'two', 'three'])).toEqual([
      '2 of 3 rows of the state tables reached, 1 with and without a crash beside',
      '  never beside a crash: two',
      '  never: three',
      '  in no state table: four',
    ])
  })
})
