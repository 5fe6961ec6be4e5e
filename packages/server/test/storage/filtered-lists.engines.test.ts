import { describe, expect, it } from 'vitest'
import type { DeliveryListFilter } from '../../src/domain/store/webhook-tables.js'
import type { WithdrawalListFilter } from '../../src/domain/store/withdrawal-tables.js'
import { listDeliveries } from '../../src/domain/webhooks/webhook-endpoints.js'
import { listWithdrawals } from '../../src/domain/withdrawals/withdrawals.js'
import { START } from '../support/domain/context.js'
import { ENGINES, openDatabase } from '../support/storage/engines.js'
import { merchant, withdrawal } from '../support/storage/store-rows.js'
import { DeliveryEngine, failed, work } from '../support/webhooks/delivery-engine.js'

const PAGE = { limit: 10, offset: 0 }

describe.each(ENGINES)('a list with filters on %s', (engine) => {
  it('has the withdrawals of a status and of the times of creation and change', async () => {
    const { store } = await openDatabase(engine)
    await store.write(async (tx) => {
      for (const id of ['a', 'b']) await tx.merchants.insert(merchant(id))
      for (const [at, id] of ['w0', 'w1', 'w2', 'w3'].entries()) {
        const status = at % 2 === 0 ? ('PENDING' as const) : ('REVIEW' as const)
        const times = { createdAt: START + at, updatedAt: START + 10 - at }
        await tx.withdrawals.insert({ ...withdrawal(id, 'a'), status, ...times })
        await tx.withdrawals.insert({ ...withdrawal(`b${id}`, 'b'), status, ...times })
      }
    })
    const found: readonly (readonly [WithdrawalListFilter, string[]])[] = [
      [{ status: 'REVIEW' }, ['w3', 'w1']],
      [{ status: 'FAILED' }, []],
      [{ from: START + 1, to: START + 3 }, ['w2', 'w1']],
      [{ status: 'PENDING', from: START + 1 }, ['w2']],
      [{ updated: { from: START + 9 } }, ['w1', 'w0']],
      [{ updated: { to: START + 9 } }, ['w3', 'w2']],
      [{ updated: { from: START + 8, to: START + 10 }, status: 'PENDING', to: START + 3 }, ['w2']],
    ]
    for (const [filter, ids] of found) {
      const scope = { merchantId: 'a', environment: 'test' } as const
      const { rows, total } = await store.read((tx) => listWithdrawals(tx, scope, filter, PAGE))
      expect([filter, rows.map(({ id }) => id), total]).toEqual([filter, ids, ids.length])
    }
  })

  it('has the deliveries of a status and of the time of creation, those that wait for a secret too', async () => {
    const one = await DeliveryEngine.start(engine)
    const { store } = one.database
    const endpoint = await one.endpoint('https://a.example/')
    await one.endpoint('https://b.example/')
    one.answer = ({ at }) => (at === START ? { delivered: true } : failed('response_too_large'))
    await one.enqueue(2)
    await work(one.dispatcher())
    one.pass(1_000)
    await one.enqueue(1)
    await work(one.dispatcher())
    const side = await one.database.side()
    await side.script(`UPDATE webhook_deliveries SET status = 'FAILED', next_attempt_at = NULL, ended_at = created_at
      WHERE status = 'PENDING'`)
    one.pass(1_000)
    await one.enqueue(3)
    await side.script(
      "UPDATE webhook_deliveries SET held = 1 WHERE status = 'PENDING' AND event_id LIKE '%6'",
    )
    const time = { from: START + 1_000, to: START + 2_000 }
    const found: readonly (readonly [DeliveryListFilter, count: number])[] = [
      [{}, 6],
      [{ status: 'DELIVERED' }, 2],
      [{ status: 'FAILED' }, 1],
      [{ status: 'PENDING' }, 3],
      [time, 1],
      [{ ...time, status: 'FAILED' }, 1],
      [{ ...time, status: 'DELIVERED' }, 0],
      [{ status: 'PENDING', from: START + 1_000 }, 3],
      [{ status: 'DELIVERED', to: START + 1_000 }, 2],
    ]
    for (const [filter, count] of found) {
      const scope = { merchantId: 'shop', environment: 'test' } as const
      const list = (page = PAGE) => store.read((tx) => listDeliveries(tx, scope, endpoint.id, filter, page))
      const { rows, total } = await list()
      expect([filter, rows.length, total]).toEqual([filter, count, count])
      expect(rows.every(({ status }) => status === (filter.status ?? status))).toBe(true)
      const { rows: skipped } = await list({ limit: 1, offset: 1 })
      expect(skipped).toEqual(rows.slice(1, 2))
    }
  })
})
