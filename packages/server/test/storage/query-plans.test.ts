import { expect, it, onTestFinished } from 'vitest'
import { usdt } from '../../src/domain/shared/money.js'
import type { SqlValue } from '../../src/storage/sql.js'
import { openDatabase } from '../support/storage/engines.js'
import { openPlanner, statementsOf } from '../support/storage/query-plans.js'

const ID = { environment: 'test', network: 'TRC20' } as const
const PAGE = { after: undefined, limit: 100 }

async function plansOf(statements: ReadonlyMap<string, readonly SqlValue[]>): Promise<string[]> {
  const { location } = await openDatabase('sqlite')
  const planner = await openPlanner(location)
  onTestFinished(() => planner.close())
  const plans: string[] = []
  for (const [text, values] of statements) {
    const { plan } = await planner.measure(text, values)
    plans.push(plan.join('\n'))
  }
  return plans
}

it('the repeated queries of a watcher on transfers use the indexes of waiting transfers', async () => {
  const asked = await statementsOf(async ({ transfers }) => {
    await transfers.listDue(ID, 1_000, PAGE)
    await transfers.listWaitingLate(ID, 1_000, 100)
    await transfers.listUnscreened(ID, undefined, 100, 'payments')
  })
  const plans = await plansOf(asked)
  expect(plans).toHaveLength(3)
  for (const plan of plans) expect(plan).toMatch(/^[^\n]* USING INDEX transfers_to_(confirm|screen)\b/)
})

it.each(['orders', 'withdrawals', 'deliveries'] as const)(
  'a page of %s is found by the index of their list at any depth, and their total by its counter',
  async (list) => {
    const scope = { merchantId: 'm', environment: 'test' } as const
    const after = { createdAt: 1_000, id: 'a' }
    const deep = { limit: 101, offset: 100_000 }
    const pages = await statementsOf(async (tx) => {
      for (const page of [deep, { limit: 101, offset: 0, after }]) {
        if (list === 'deliveries') await tx.webhookDeliveries.list('wh', {}, page)
        else if (list === 'orders') await tx.orders.list(scope, {}, page)
        else await tx.withdrawals.list(scope, {}, page)
      }
    })
    const index =
      list === 'deliveries'
        ? 'webhook_deliveries_by_webhook (webhook_id=?'
        : `${list}_by_merchant (merchant_id=? AND environment=?`
    const [skipping, next] = await plansOf(pages)
    // Whole rows are read and sorted for the page only; with a cursor the rows before it cost nothing.
    expect(skipping).toContain(`USING COVERING INDEX ${index})`)
    expect(next).toContain(`USING COVERING INDEX ${index} AND (created_at,id)<(?,?))`)
    for (const plan of [skipping, next]) {
      expect(plan).not.toMatch(/SCAN/)
      expect(plan?.match(/USE TEMP B-TREE/g)).toHaveLength(1)
      expect(plan).toMatch(
        /SEARCH (orders|withdrawals|webhook_deliveries) USING INDEX sqlite_autoindex_\w+ \(id=\?\)/,
      )
    }
    const counts = await statementsOf((tx) => {
      if (list === 'deliveries') return tx.webhookDeliveries.count('wh', {})
      return list === 'orders' ? tx.orders.count(scope, {}) : tx.withdrawals.count(scope, {})
    })
    expect(await plansOf(counts)).toEqual([
      'SEARCH list_counts USING INDEX sqlite_autoindex_list_counts_1 (list=?)',
    ])
  },
)

it('a search by parts of orders reads ranges of indexes alone', async () => {
  const text = '0xabcdef12'
  const beginnings = (['hash', 'address', 'id', 'number', 'link'] as const).map((of) => ({ of, text }))
  const asked = await statementsOf((tx) =>
    tx.orders.searchParts(
      { environment: 'test', merchantId: 'm', status: 'PAID' },
      { words: ['blue'], beginnings, after: { createdAt: 1, id: 'x' }, limit: 51 },
    ),
  )
  const [, search = ''] = await plansOf(asked)
  expect(search.match(/SEARCH \w+ USING (?:COVERING )?INDEX \w+ \([^)]*\)?\)/g)).toEqual([
    expect.stringMatching(
      /^SEARCH transfers .*\(environment=\? AND network=\? AND tx_hash>\? AND tx_hash<\?\)$/,
    ),
    'SEARCH addresses USING INDEX addresses_by_beginning (<expr>>? AND <expr><?)',
    'SEARCH address_leases USING INDEX address_leases_by_address (address_id=?)',
    expect.stringMatching(/^SEARCH orders USING COVERING INDEX \w+ \(id>\? AND id<\?\)$/),
    expect.stringMatching(/^SEARCH orders USING INDEX \w+ \(order_number>\? AND order_number<\?\)$/),
    'SEARCH orders USING COVERING INDEX orders_by_payment_link (payment_link_id>? AND payment_link_id<?)',
    expect.stringMatching(/^SEARCH orders USING INDEX \w+ \(id=\?\)$/),
    expect.stringMatching(/^SEARCH addresses USING INDEX \w+ \(id=\?\)$/),
  ])
  expect(search.match(/SCAN (?!order_words VIRTUAL TABLE INDEX 0:M|found)/g)).toBeNull()
})

it('a search by parts of withdrawals reads ranges of indexes alone', async () => {
  const beginnings = (['hash', 'address', 'id', 'number'] as const).map((of) => ({ of, text: '0xabcdef12' }))
  const parts = { amount: usdt(1n), beginnings, limit: 20 }
  for (const [scope, newest] of [
    [
      { merchantId: 'm', environment: 'test' },
      /INDEX withdrawals_by_merchant \(merchant_id=\? AND environment=\?\)/,
    ],
    [{}, /SCAN withdrawals USING INDEX sqlite_autoindex_withdrawals_1/],
  ] as const) {
    const [plan = ''] = await plansOf(await statementsOf((tx) => tx.withdrawals.searchParts(scope, parts)))
    expect(plan).toMatch(newest)
    expect(plan.match(/(?:SCAN|SEARCH) (?!newest|found)\w+ [^()]*\([^)]*[?]\)/g)?.slice(0, 4)).toEqual([
      expect.stringMatching(/^SEARCH signed_transactions .*\(tx_hash>\? AND tx_hash<\?\)$/),
      expect.stringMatching(/^SEARCH superseded_payments .*\(tx_hash>\? AND tx_hash<\?\)$/),
      expect.stringMatching(/^SEARCH withdrawals .*\(id>\? AND id<\?\)$/),
      expect.stringMatching(/^SEARCH withdrawals .*\(withdrawal_number>\? AND withdrawal_number<\?\)$/),
    ])
    expect(plan).toMatch(/SEARCH withdrawals USING INDEX \w+ \(id=\?\)/)
    expect(plan.match(/SCAN (?:signed_transactions|superseded_payments)/)).toBeNull()
  }
})

it('a search by the beginning of the id of a delivery reads a range of an index', async () => {
  const asked = await statementsOf((tx) => tx.webhookHistory.listByBeginning('wd_019b0e5c7', 20))
  expect(await plansOf(asked)).toEqual([
    expect.stringMatching(/^SEARCH webhook_deliveries USING INDEX \w+ \(id>\? AND id<\?\)/),
  ])
})

it('lists of withdrawals and of deliveries with filters read the index of their status or time', async () => {
  const scope = { merchantId: 'm', environment: 'test' } as const
  const time = { from: 1_000, to: 2_000 }
  const page = { limit: 21, offset: 0, after: { createdAt: 1_500, id: 'a' } }
  const own = 'merchant_id=? AND environment=?'
  const withdrawals = {
    [`withdrawals_by_status (${own} AND status=? AND created_at>? AND created_at<?)`]: {
      status: 'FAILED',
      ...time,
    },
    [`withdrawals_by_update (${own} AND updated_at>? AND updated_at<?)`]: {
      status: 'FAILED',
      ...time,
      updated: time,
    },
  } as const
  for (const [index, filter] of Object.entries(withdrawals)) {
    const asked = await statementsOf(async (tx) => {
      await tx.withdrawals.count(scope, filter)
      await tx.withdrawals.list(scope, filter, page)
    })
    for (const plan of await plansOf(asked)) expect(plan).toContain(`USING COVERING INDEX ${index}`)
  }
  const deliveries = {
    FAILED: ['webhook_deliveries_failed_by_webhook (webhook_id=? AND created_at>? AND created_at<?)'],
    PENDING: ['webhook_deliveries_by_target (target=?)', 'webhook_deliveries_held_by_target (target=?)'],
  } as const
  for (const [status, indexes] of Object.entries(deliveries)) {
    const filter = { status: status as keyof typeof deliveries, ...time }
    const asked = await statementsOf(async (tx) => {
      await tx.webhookDeliveries.count('wh', filter)
      await tx.webhookDeliveries.list('wh', filter, page)
    })
    for (const plan of await plansOf(asked)) for (const index of indexes) expect(plan).toContain(index)
  }
  // The others are counted, and taken off: their indexes are small.
  const counted = await statementsOf((tx) =>
    tx.webhookDeliveries.count('wh', { status: 'DELIVERED', ...time }),
  )
  expect((await plansOf(counted)).join('\n')).toContain(
    'USING COVERING INDEX webhook_deliveries_by_webhook (webhook_id=? AND created_at>? AND created_at<?)',
  )
})

it('each bar of a chart is a range of the sums of paid orders', async () => {
  const scope = { merchantId: 'm', environment: 'test' } as const
  const [plan] = await plansOf(await statementsOf((tx) => tx.orders.sumPaid(scope, [1_000, 2_000])))
  expect(plan).not.toContain('SCAN')
  const range = /SEARCH paid_sums .*\(merchant_id=\? AND environment=\? AND from_at>\? AND from_at<\?\)/g
  expect(plan?.match(range)).toHaveLength(2)
})

it('the orders that wait for the merchant are read from an index of their own', async () => {
  const scope = { merchantId: 'm', environment: 'test' } as const
  const [plan] = await plansOf(await statementsOf((tx) => tx.orders.listToDo(scope, 500)))
  expect(plan).toContain('USING INDEX orders_to_do (merchant_id=? AND environment=?)')
  expect(plan).not.toContain('USE TEMP B-TREE')
})

it('the orders that were paid late are read from the index of statuses, network by network', async () => {
  const scope = { merchantId: 'm', environment: 'test' } as const
  const asked = await statementsOf((tx) => tx.orders.listPaidLate(scope, 500))
  for (const plan of await plansOf(asked)) {
    expect(plan).toContain(
      'USING INDEX orders_by_status (merchant_id=? AND environment=? AND status=? AND network=?)',
    )
    expect(plan).not.toContain('SCAN')
    expect(plan).not.toContain('USE TEMP B-TREE')
  }
})

it('a few rows of a network are found by their selective index and sorted', async () => {
  const after = { block: { number: 7 }, logIndex: 0, txHash: 'a' }
  const asked = await statementsOf(async ({ transfers, treasuryTransfers: movements }) => {
    await transfers.listByAddress(ID, 'T')
    await movements.listUnconfirmed(ID, 100)
    await movements.listDue(ID, 1_000, PAGE)
    await movements.listDue(ID, 1_000, { after, limit: 100 })
  })
  const plans = await plansOf(asked)
  const used = plans.map((plan) => / USING INDEX (\w+)/.exec(plan)?.[1])
  const toConfirm = 'movements_to_confirm'
  expect(used).toEqual(['transfers_by_address', toConfirm, toConfirm, toConfirm])
})

it('the repeated queries of a sender on withdrawals use the index of open withdrawals', async () => {
  const limit = 50
  const asked = await statementsOf(async ({ withdrawals, withdrawalQueue: withdrawalLine }) => {
    await withdrawals.listByStatus({ ...ID, status: 'PROCESSING', limit })
    await withdrawals.totalOpen(ID)
    await withdrawalLine.listNew({ ...ID, latest: 2, limit })
    for (const below of [undefined, usdt(1n)])
      for (const canSpare of [true, false])
        await withdrawalLine.listRetries({ ...ID, now: 1, latest: 2, below, canSpare, limit })
    await withdrawalLine.retryAll(ID, 1)
  })
  const plans = await plansOf(asked)
  expect(plans).toHaveLength(8)
  for (const plan of plans) {
    expect(plan).toMatch(/SEARCH withdrawals USING (COVERING )?INDEX withdrawals_open\b/)
    expect(plan).not.toMatch(/SCAN withdrawals/)
  }
})

it('a window of a search is found by the index of its time, its merchant or its rare status', async () => {
  const window = { after: { createdAt: 1_000, id: 'a' }, rows: 10_000, limit: 100 }
  const test = { environment: 'test', text: 'tea', to: 2_000 } as const
  const filters = [
    test,
    { ...test, merchantId: 'm' },
    { ...test, merchantId: 'm', status: 'FROZEN' as const },
  ]
  const indexes = ['orders_by_time', 'orders_by_merchant', 'orders_by_rare_status']
  for (const [at, filter] of filters.entries()) {
    const plans = await plansOf(await statementsOf((tx) => tx.orders.search(filter, window)))
    expect(plans).toHaveLength(2)
    for (const plan of plans) {
      expect(plan).toMatch(
        new RegExp(`SEARCH orders USING (COVERING )?INDEX ${indexes[at]}\\b.*\\(created_at,id\\)<`),
      )
      expect(plan).not.toMatch(/SCAN|TEMP B-TREE/)
    }
  }
})

it('a window of a search of withdrawals is found by the index of its time or its status, and named ones by their ids', async () => {
  const window = { after: { createdAt: 1_000, id: 'a' }, rows: 10_000, limit: 100 }
  const own = { merchantId: 'm', environment: 'test', to: 2_000 } as const
  const searches = [{ text: 'rent' }, { text: 'rent', status: 'COMPLETED' as const }, { ids: ['a', 'b'] }]
  const indexes = ['withdrawals_by_merchant', 'withdrawals_by_status', 'sqlite_autoindex_withdrawals_1']
  for (const [at, search] of searches.entries()) {
    const asked = await statementsOf(async ({ withdrawals }) => {
      await withdrawals.searchOwn({ ...own, ...search }, window)
      await withdrawals.sumFound({ ...own, ...search }, 10_000)
    })
    for (const plan of await plansOf(asked)) {
      expect(plan).toMatch(new RegExp(`SEARCH withdrawals USING (COVERING )?INDEX ${indexes[at]}\\b`))
      expect(plan).not.toMatch(/SCAN/)
    }
  }
})

it('a window of a search of payment links is found by the index of its time', async () => {
  const window = { after: { createdAt: 1_000, id: 'a' }, rows: 10_000, limit: 100 }
  const own = { merchantId: 'm', environment: 'test', to: 2_000, now: 1 } as const
  const asked = await statementsOf(async ({ paymentLinks }) => {
    await paymentLinks.search(own, window)
    await paymentLinks.search({ ...own, uses: 'ONCE', text: 'rent', status: 'OPEN' }, window)
    await paymentLinks.sumFound({ ...own, uses: 'ONCE' }, 10_000)
  })
  for (const plan of await plansOf(asked)) {
    expect(plan).toMatch(/SEARCH payment_links USING (COVERING )?INDEX payment_links_by_merchant\b/)
    expect(plan).not.toMatch(/SCAN|TEMP B-TREE/)
  }
})

it('a batch of an export is found by the index of its time', async () => {
  const period = { environment: 'test', merchantId: undefined, from: 1, to: 2_000 } as const
  const asked = await statementsOf(async ({ exports }) => {
    await exports.listOrders(period, { at: 1, id: '' })
    await exports.listOrders({ ...period, merchantId: 'm' }, { at: 1, id: '' })
    await exports.listDeliveries(period, { at: 1, id: '' })
    await exports.listPostings(period, { at: 1, id: '' })
  })
  const plans = await plansOf(asked)
  const used = plans.map((plan) => / USING (?:COVERING )?INDEX (\w+_by_\w+)/.exec(plan)?.[1])
  expect(used).toEqual([
    'orders_by_time',
    'orders_by_merchant',
    'webhook_events_by_age',
    'ledger_transactions_by_time',
  ])
  for (const plan of plans) expect(plan).not.toMatch(/SCAN (?!page)/)
})

it('open orders are counted in their partial index', async () => {
  const [plan] = await plansOf(await statementsOf((tx) => tx.orders.countOpen()))
  expect(plan).toMatch(/^SCAN orders USING COVERING INDEX orders_due$/)
})

it('the queries of an order on the addresses of its merchant use indexes', async () => {
  const scope = { merchantId: 'shop', environment: 'test' } as const
  const asked = await statementsOf(async ({ addresses, orders }) => {
    await addresses.takeRested(ID, 'shop', { at: 1, after: 0 })
    await orders.countUnfinished(scope)
    await addresses.shareOf(ID, 'shop')
  })
  const [taken, counted, own, others] = await plansOf(asked)
  expect(taken).toMatch(
    /SEARCH addresses USING INDEX addresses_by_rest \(merchant_id=\? AND .* AND free_at>\? AND free_at<\?\)/,
  )
  expect(counted).toMatch(/SEARCH list_counts USING INDEX .*\(list=\?\)/)
  expect(own).toMatch(/SEARCH merchant_addresses USING INDEX .*merchant_id=\?/)
  expect(others).toMatch(/SEARCH merchant_addresses USING INDEX .*network=\?/)
})
