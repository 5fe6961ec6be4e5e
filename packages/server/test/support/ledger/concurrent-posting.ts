import { merchantAccount, platformAccount } from '../../../src/domain/ledger/account.js'
import { post } from '../../../src/domain/ledger/ledger.js'
import { verifyLedger } from '../../../src/domain/ledger/ledger-verify.js'
import type { Order } from '../../../src/domain/orders/order.js'
import { endWindows } from '../../../src/domain/orders/order-window.js'
import type { Network } from '../../../src/domain/shared/types.js'
import type { Store } from '../../../src/domain/store/store.js'
import { amount, contextAt, handClock } from '../domain/context.js'
import { appOrder, merchant } from '../storage/store-rows.js'

const FEES = platformAccount('test', 'fees')
const TEN = amount('10')
const FEE = amount('0.1')
const LEFT = amount('9.9')

/**
 * Posts from two servers at the same time, with the same two merchants in opposite order. In each round each server
 * records the deposits of a block, and then ends the windows of two orders, whose events go to the same receivers.
 *
 * @throws Error when a unit of work fails, is repeated because of the other server, or leaves a wrong balance
 */
export async function postConcurrently([one, other]: readonly [Store, Store], rounds: number): Promise<void> {
  const context = contextAt(handClock())
  const merchants = ['ada', 'bob'] as const
  await one.write(async (tx) => {
    for (const id of merchants) await tx.merchants.insert(merchant(id))
  })
  let runs = 0
  const record = (store: Store, network: Network, name: string, order: readonly string[]) =>
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
      record(one, 'TRC20', `${round}`, merchants),
      record(other, 'ERC20', `${round}`, merchants.toReversed()),
    ])
    // Each receiver is new: the first server inserts its row, and the other waits for that row.
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
  // The store repeats a unit of work after a deadlock without reporting it; one order of locks allows none.
  if (runs !== 4 * rounds) throw new Error(`${4 * rounds} units of work took ${runs} runs`)
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
