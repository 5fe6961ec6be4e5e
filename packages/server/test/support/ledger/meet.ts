import { merchantAccount, platformAccount } from '../../../src/domain/ledger/account.js'
import { post } from '../../../src/domain/ledger/ledger.js'
import { verifyLedger } from '../../../src/domain/ledger/ledger-verify.js'
import type { Order } from '../../../src/domain/orders/order.js'
import { endWindows } from '../../../src/domain/payments/payments.js'
import type { Network } from '../../../src/domain/shared/types.js'
import type { Store } from '../../../src/domain/store/store.js'
import { amount, contextAt, handClock } from '../domain/context.js'
import { appOrder, merchant } from '../storage/store-rows.js'

const FEES = platformAccount('test', 'fees')
const TEN = amount('10')
const FEE = amount('0.1')
const LEFT = amount('9.9')

/**
 * Two servers book at the same time, again and again, with the same two merchants in opposite order: a block each, and then
 * each the end of two orders, which is told to the same receivers.
 *
 * @throws Error when a unit fails, is run again because of the other one, or leaves wrong balances
 */
export async function letBlocksMeet([one, other]: readonly [Store, Store], rounds: number): Promise<void> {
  const context = contextAt(handClock())
  const merchants = ['ada', 'bob'] as const
  await one.write(async (tx) => {
    for (const id of merchants) await tx.merchants.insert(merchant(id))
  })
  let runs = 0
  const book = (store: Store, network: Network, name: string, order: readonly string[]) =>
    store.write((tx) => {
      runs += 1
      const deposits = order.map((id) => deposit(network, `${network} ${name} ${id}`, id))
      return post(tx, context, deposits)
    })
  const end = (store: Store, orders: readonly Order[]) =>
    store.write((tx) => {
      runs += 1
      return endWindows(tx, context, orders)
    })
  for (let round = 0; round < rounds; round += 1) {
    await Promise.all([
      book(one, 'TRC20', `${round}`, merchants),
      book(other, 'ERC20', `${round}`, merchants.toReversed()),
    ])
    // Receivers that nobody has told anything yet: whoever comes first makes the row that the other one waits for.
    const ordersOf = (server: string) =>
      merchants.map((id) => ({
        ...appOrder(`${server} ${round} ${id}`, id),
        webhookUrl: `https://${id}-${round}.example/`,
      }))
    const [ones, others] = [ordersOf('one'), ordersOf('other')]
    await one.write(async (tx) => {
      for (const order of [...ones, ...others]) await tx.orders.insert(order)
    })
    await Promise.all([end(one, ones), end(other, others.toReversed())])
  }
  // A deadlock is run again and shows nowhere else: in one order of locks none can come up.
  if (runs !== 4 * rounds) throw new Error(`${4 * rounds} units took ${runs} runs`)
  for (const id of merchants) await requireBalance(one, id, 2n * BigInt(rounds) * LEFT)
  const { checks } = await one.read((tx) => verifyLedger(tx))
  const [wrong] = checks.flatMap(({ violations }) => violations)
  if (wrong) throw new Error(wrong.message)
}

const available = (merchantId: string) => merchantAccount({ merchantId, environment: 'test' }, 'available')

const deposit = (network: Network, key: string, id: string) =>
  ({
    environment: 'test',
    kind: 'adjust',
    key,
    reference: key,
    legs: [
      { debit: platformAccount('test', `custody:${network}`), credit: available(id), amount: TEN },
      { debit: available(id), credit: FEES, amount: FEE },
    ],
  }) as const

async function requireBalance(store: Store, merchantId: string, expected: bigint): Promise<void> {
  const { id } = available(merchantId)
  const balance = (await store.read((tx) => tx.ledger.balances([id]))).get(id)
  if (balance !== expected) throw new Error(`${id} holds ${balance}, should hold ${expected}`)
}
