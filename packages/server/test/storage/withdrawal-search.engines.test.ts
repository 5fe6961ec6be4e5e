import { describe, expect, it } from 'vitest'
import { searchForNamed } from '../../src/domain/orders/named-subjects.js'
import type { Position } from '../../src/domain/shared/types.js'
import type { WithdrawalSearch } from '../../src/domain/store/withdrawal-tables.js'
import type { Withdrawal } from '../../src/domain/withdrawals/withdrawal.js'
import { findWithdrawals } from '../../src/domain/withdrawals/withdrawal-search.js'
import { amount, START } from '../support/domain/context.js'
import { ENGINES, openDatabase, type TestDatabase } from '../support/storage/engines.js'
import { appOrder, merchant, withdrawal } from '../support/storage/store-rows.js'

const OWN = { merchantId: 'a', environment: 'test' } as const
const HASH = `0x${'ab'.repeat(32)}`
const done = { status: 'COMPLETED', completedAt: START + 9 } as const

const WITHDRAWALS: readonly Withdrawal[] = [
  { ...withdrawal('w1', 'a'), ...done, description: 'Rent of May', metadata: '{"q":"say \\"hi\\""}' },
  { ...withdrawal('w2', 'a'), network: 'ERC20', destinationAddress: '0xAbCdef', amount: amount('40') },
  { ...withdrawal('w3', 'a'), ...done, txHash: HASH, orderId: 'o1', amount: amount('2.5') },
  { ...withdrawal('w4', 'a'), environment: 'live' },
  { ...withdrawal('w5', 'a'), status: 'REVIEW' },
  { ...withdrawal('w6', 'b'), description: 'rent' },
]

async function filled({ store }: TestDatabase): Promise<TestDatabase['store']> {
  await store.write(async (tx) => {
    for (const id of ['a', 'b']) await tx.merchants.insert(merchant(id))
    await tx.orders.insert(appOrder('o1', 'a'))
    for (const [at, each] of WITHDRAWALS.entries()) {
      await tx.withdrawals.insert({ ...each, createdAt: START + at + 1, status: 'PENDING' })
      await tx.withdrawals.update({ ...each, version: 2 })
    }
  })
  return store
}

describe.each(ENGINES)('a search of withdrawals on %s', (engine) => {
  it('compares them with each filter, and sums those that match', async () => {
    const store = await filled(await openDatabase(engine))
    const cases: readonly (readonly [
      Partial<WithdrawalSearch>,
      string[],
      asked: string,
      completed: string,
    ])[] = [
      [{}, ['w5', 'w3', 'w2', 'w1'], '242.5', '102.5'],
      [{ status: 'COMPLETED' }, ['w3', 'w1'], '102.5', '102.5'],
      [{ status: 'COMPLETED', from: START + 2 }, ['w3'], '2.5', '2.5'],
      [{ from: START + 2, to: START + 4 }, ['w3', 'w2'], '42.5', '2.5'],
      [{ network: 'ERC20' }, ['w2'], '40', '0'],
      [{ amountMin: amount('40'), amountMax: amount('99') }, ['w2'], '40', '0'],
      [{ isRefund: true }, ['w3'], '2.5', '2.5'],
      [{ isRefund: false, status: 'REVIEW' }, ['w5'], '100', '0'],
      [{ text: 'RENT' }, ['w1'], '100', '100'],
      [{ text: 'say "hi"' }, ['w1'], '100', '100'],
      [{ text: '0XABCD' }, ['w2'], '40', '0'],
      [{ text: HASH.slice(0, 12).toUpperCase() }, ['w3'], '2.5', '2.5'],
      [{ text: 'wdr_w5' }, ['w5'], '100', '0'],
      [{ text: 'wdr_w5', network: 'ERC20' }, [], '0', '0'],
      [{ text: 'wdr_w6' }, [], '0', '0'],
      [{ text: 'wdr_w4' }, [], '0', '0'],
    ]
    for (const [filter, ids, asked, completed] of cases) {
      const { rows, sums } = await store.read(async (tx) => {
        const search = await searchForNamed(tx, { ...OWN, ...filter })
        const page = await findWithdrawals(tx, search, { after: undefined, rows: 10 })
        return { ...page, sums: await tx.withdrawals.sumFound(search, 10) }
      })
      expect([filter, rows.map(({ id }) => id)]).toEqual([filter, ids])
      const expected = { asked: amount(asked), completed: amount(completed) }
      expect(sums).toEqual({ withdrawals: ids.length, ...expected, isCut: false })
    }
  })

  it('goes from page to page and from window to window without losing or repeating one', async () => {
    const store = await filled(await openDatabase(engine))
    const paged: string[] = []
    for (let after: Position | undefined; ; ) {
      const { rows, next } = await store.read((tx) => findWithdrawals(tx, OWN, { after, rows: 3 }))
      paged.push(...rows.map(({ id }) => id))
      if (!next) break
      after = next
    }
    expect(paged).toEqual(['w5', 'w3', 'w2', 'w1'])
    const compared: string[] = []
    const search = { ...OWN, network: 'TRC20' } as const
    for (let after: Position | undefined; ; ) {
      const window = { after, rows: 1, limit: 10 }
      const { rows, last } = await store.read((tx) => tx.withdrawals.searchOwn(search, window))
      compared.push(...rows.map(({ id }) => id))
      if (!last) break
      after = last
    }
    expect(compared).toEqual(['w5', 'w3', 'w1'])
    const sums = await store.read((tx) => tx.withdrawals.sumFound({ ...OWN, network: 'TRC20' }, 2))
    expect(sums).toMatchObject({ isCut: true })
  })
})
