/** The cases of the storage contract about conflicts of writers, in one store and in the stores of two servers. */
import { describe, expect, it } from 'vitest'
import { claimKey } from '../../src/domain/shared/idempotency.js'
import type { Scope } from '../../src/domain/shared/types.js'
import type { Store } from '../../src/domain/store/store.js'
import { contextAt, handClock, START } from '../support/domain/context.js'
import { ENGINES, openDatabase } from '../support/storage/engines.js'
import { appOrder, merchant } from '../support/storage/store-rows.js'
import { claimDue, insertDeliveries } from '../support/webhooks/due-deliveries.js'

const times = <Result>(count: number, work: (n: number) => Promise<Result>): Promise<Result[]> =>
  Promise.all(Array.from({ length: count }, (_, n) => work(n)))

/** Opens all connections of each store: writers run one by one while connections are being opened. */
const warmUp = (stores: readonly Store[]) =>
  Promise.all(stores.map((store) => times(20, () => store.write((tx) => tx.merchants.find('shop')))))

describe.each(ENGINES)('writers on %s', (engine) => {
  /** Opens two servers on one database, with the merchant `shop` and the order `a`. */
  async function twoServers() {
    const books = await openDatabase(engine)
    await books.store.write(async (tx) => {
      await tx.merchants.insert(merchant('shop'))
      await tx.orders.insert(appOrder('a', 'shop'))
    })
    const stores = [books.store, await books.another()] as const
    await warmUp(stores)
    return { ...books, storeOf: (n: number): Store => stores[n % 2 === 0 ? 0 : 1] }
  }

  it('4: of eight changes to an order from the same version one wins', async () => {
    const { storeOf, store } = await twoServers()
    const outcomes = await times(8, (n) =>
      storeOf(n).write((tx) =>
        tx.orders.update({ ...appOrder('a', 'shop'), remark: `writer ${n}`, version: 2 }, 'OPEN'),
      ),
    )
    expect(outcomes.filter((isChanged) => isChanged)).toHaveLength(1)
    const winner = outcomes.indexOf(true)
    expect(await store.read((tx) => tx.orders.find('a'))).toMatchObject({
      remark: `writer ${winner}`,
      version: 2,
    })
  })

  it('5: 36 eight claimers of two hundred deliveries claim each once', async () => {
    const { store, another } = await openDatabase(engine)
    await store.write((tx) => insertDeliveries(tx, 200))
    const stores = [store, await another()] as const
    await warmUp(stores)
    const lease = { target: 'shop', now: START, until: START + 30_000, limit: 5 }
    const claimAll = async (n: number): Promise<string[]> => {
      const mine: string[] = []
      for (;;) {
        const claimed = await stores[n % 2 === 0 ? 0 : 1].write(async (tx) => {
          // Half of them without the lock on the target: the condition on the deliveries alone ensures single claims.
          if (n < 4) await tx.webhookTargets.lease('shop', START)
          return claimDue(tx, { ...lease, owner: `claimer ${n}` })
        })
        mine.push(...claimed.map(({ id }) => id))
        if (claimed.length === 0) return mine
      }
    }
    const claims = (await times(8, claimAll)).flat()
    expect([claims.length, new Set(claims).size]).toEqual([200, 200])
  })

  it('7: a hundred calls with one key create one order', async () => {
    const { storeOf, side } = await twoServers()
    const scope: Scope = { merchantId: 'shop', environment: 'test' }
    const input = [['amount', 2_500_000_000n]] as const
    const call = { operation: 'createAppOrder', key: 'one', input, inputOf: async () => input }
    const context = contextAt(handClock())
    const answers = await times(100, (n) =>
      storeOf(n).write(async (tx) => {
        const earlier = await claimKey(tx, context, scope, { ...call, resourceId: `made-${n}` })
        if (earlier !== undefined) return earlier
        await tx.orders.insert(appOrder(`made-${n}`, 'shop'))
        return `made-${n}`
      }),
    )
    expect(new Set(answers).size).toBe(1)
    const made = "SELECT COUNT(*) FROM orders WHERE id LIKE 'made-%'"
    expect(await (await side()).value(made)).toBe(1)
  })

  it('12: two servers that follow one cursor record each block once', async () => {
    const { storeOf, side } = await twoServers()
    const id = { environment: 'test', network: 'TRC20' } as const
    const blockOf = (number: number) => ({ number, hash: `hash ${number}`, timeAt: START + number })
    await storeOf(0).write((tx) => tx.cursors.insert(id, blockOf(0)))
    const follow = async (n: number): Promise<number> => {
      for (let booked = 0; ; ) {
        const cursor = await storeOf(n).read((tx) => tx.cursors.find(id))
        if (!cursor) throw new Error('the cursor is gone')
        if (cursor.block.number === 50) return booked
        const next = blockOf(cursor.block.number + 1)
        booked += await storeOf(n).write(async (tx) => {
          if (!(await tx.cursors.advance(cursor, next))) return 0
          const transfer = { txHash: next.hash, from: 'a', to: 'b', value: appOrder('a', 'shop').amountMin }
          const at = { blockNumber: next.number, blockTimeAt: next.timeAt }
          await tx.sandbox.insertTransfer({ ...id, ...transfer, ...at })
          return 1
        })
      }
    }
    const booked = await times(4, follow)
    expect(booked.reduce((sum, count) => sum + count)).toBe(50)
    expect(await (await side()).value('SELECT COUNT(*) FROM sandbox_transfers')).toBe(50)
  })
})
