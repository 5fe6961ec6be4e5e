import { describe, expect, it } from 'vitest'
import { findLinks } from '../../src/domain/links/link-search.js'
import type { LinkUses, PaymentLink } from '../../src/domain/links/payment-link.js'
import type { Position } from '../../src/domain/shared/types.js'
import { amount, rate, START } from '../support/domain/context.js'
import { ENGINES, openDatabase } from '../support/storage/engines.js'
import { merchant } from '../support/storage/store-rows.js'

const link = (id: string, at: number, uses: LinkUses): PaymentLink => ({
  ...{ id, token: `token of ${id}`, merchantId: 'a', environment: 'test', uses },
  ...{ amountMode: 'FIXED', amount: amount('25'), price: null, amountMin: null, amountMax: null },
  ...{ networks: null, description: null, metadata: '{}', returnUrl: null, webhookUrl: null },
  ...{ tolerance: rate('0'), expiresAt: null, closedAt: null },
  ...{ createdAt: START + at, updatedAt: START + at },
  ...{ ordersCount: 0, paidOrdersCount: 0, paid: amount('0'), credited: amount('0') },
})

describe.each(ENGINES)('a search of payment links on %s', (engine) => {
  it('goes from page to page and from window to window without losing or repeating a link', async () => {
    const { store } = await openDatabase(engine)
    await store.write(async (tx) => {
      await tx.merchants.insert(merchant('a'))
      for (const [at, id] of ['l1', 'l2', 'l3', 'l4'].entries())
        await tx.paymentLinks.insert(link(id, Math.min(at, 2), at === 1 ? 'MANY' : 'ONCE'))
    })
    const search = { merchantId: 'a', environment: 'test', uses: 'ONCE', now: START } as const
    const paged: string[] = []
    for (let after: Position | undefined; ; ) {
      const { rows, next } = await store.read((tx) => findLinks(tx, search, { after, rows: 2 }))
      paged.push(...rows.map(({ id }) => id))
      if (!next) break
      after = next
    }
    expect(paged).toEqual(['l4', 'l3', 'l1'])
    const compared: string[] = []
    for (let after: Position | undefined; ; ) {
      const window = { after, rows: 1, limit: 10 }
      const { rows, last } = await store.read((tx) => tx.paymentLinks.search(search, window))
      compared.push(...rows.map(({ id }) => id))
      if (!last) break
      after = last
    }
    expect(compared).toEqual(['l4', 'l3', 'l1'])
    expect(await store.read((tx) => tx.paymentLinks.sumFound(search, 10))).toMatchObject({ links: 3 })
    expect(await store.read((tx) => tx.paymentLinks.sumFound(search, 2))).toMatchObject({ isCut: true })
  })
})
