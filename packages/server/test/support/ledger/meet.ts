import { merchantAccount, platformAccount, post } from '../../../src/domain/ledger.js'
import { verifyLedger } from '../../../src/domain/ledger-verify.js'
import type { Network, Store } from '../../../src/domain/ports.js'
import { amount, contextAt, handClock } from '../unit-context.js'
import { merchant } from '../unit-store-rows.js'

const FEES = platformAccount('test', 'fees')
const TEN = amount('10')
const FEE = amount('0.1')
const LEFT = amount('9.9')

/**
 * Two servers book one block each at the same time, again and again: the same two merchants, in opposite order.
 *
 * @throws Error when a block fails, is run again because of the other one, or leaves wrong balances
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
  for (let round = 0; round < rounds; round += 1) {
    await Promise.all([
      book(one, 'TRC20', `${round}`, merchants),
      book(other, 'ERC20', `${round}`, merchants.toReversed()),
    ])
  }
  // A deadlock is run again and shows nowhere else: in one order of locks none can come up.
  if (runs !== 2 * rounds) throw new Error(`${2 * rounds} blocks took ${runs} runs`)
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
