import type { Store } from '../../../src/domain/store/store.js'
import { amount } from '../domain/context.js'
import { Dice } from '../ledger/dice.js'
import { DEPTH, seen } from './scripted-chain.js'
import { BLOCK_MS, MINUTE, ScriptedWorld } from './scripted-world.js'

const COOLDOWN_MS = 60 * MINUTE
const WINDOW_MS = 30 * MINUTE
const SETTLED_MS = DEPTH * BLOCK_MS

/** When the payment of a round comes, in ms after the order was created, and the order's final status. */
const PAYMENTS = {
  'in the window': { from: BLOCK_MS, to: WINDOW_MS - BLOCK_MS, status: 'PAID' },
  'at the end of the window': { from: WINDOW_MS, to: WINDOW_MS + BLOCK_MS, status: 'EXPIRED_PAID' },
  'in the cool-down': {
    from: WINDOW_MS + MINUTE,
    to: WINDOW_MS + COOLDOWN_MS - MINUTE,
    status: 'EXPIRED_PAID',
  },
  'after the cool-down': {
    from: WINDOW_MS + COOLDOWN_MS + MINUTE,
    to: WINDOW_MS + 2 * COOLDOWN_MS,
    status: 'EXPIRED',
  },
} as const
type When = keyof typeof PAYMENTS

export interface LeaseRounds {
  /** Rounds by the time of their payment. */
  readonly counts: ReadonlyMap<string, number>
  /** Payments that went to another order than the one that held the lease, or wrongly to none. */
  readonly wrong: readonly string[]
}

/**
 * Leases one address to one order after another. Each order is paid once, at a random time: within its window, in its
 * cool-down, or after it, when the payment goes to suspense.
 */
export async function leaseRepeatedly(
  store: Store,
  rounds: number,
  seed: number,
  onRound: (played: number) => void = () => undefined,
): Promise<LeaseRounds> {
  const dice = new Dice(seed)
  const world = await ScriptedWorld.on(store, { cooldownMs: COOLDOWN_MS })
  const counts = new Map<string, number>()
  const wrong: string[] = []
  for (let round = 0; round < rounds; round += 1) {
    const when = dice.pick(Object.keys(PAYMENTS) as When[]) // the keys of PAYMENTS
    counts.set(when, (counts.get(when) ?? 0) + 1)
    const fault = await playRound(world, when, dice)
    if (fault !== undefined) wrong.push(`round ${round}, ${when}: ${fault}`)
    onRound(round + 1)
  }
  return { counts, wrong }
}

/** Plays a round. @returns its fault, if there is one */
async function playRound(world: ScriptedWorld, when: When, dice: Dice): Promise<string | undefined> {
  const order = await world.order()
  const { from, to, status: expected } = PAYMENTS[when]
  const at = Number(dice.between(BigInt(from), BigInt(to)))
  let txHash = ''
  await advance(world, Math.min(at, WINDOW_MS + BLOCK_MS) - 1)
  await advance(world, at - (world.clock.businessAt - order.createdAt), (block) => {
    const transfer = seen(block, 'payer', order.address.address, '25')
    txHash = transfer.txHash
    return { transfers: [transfer] }
  })
  await advance(world, SETTLED_MS)
  // The cool-down of the lease ends.
  await advance(world, WINDOW_MS + 3 * COOLDOWN_MS)
  const transfer = await world.store.read((tx) => tx.transfers.find({ ...world.id, txHash, logIndex: 0 }))
  const { status, confirmed } = await world.get(order.id)
  if (order.address.address !== 'T-1') return `leased ${order.address.address}`
  if (transfer?.confirmedAt == null) return 'the transfer is not confirmed'
  const isOrders = expected !== 'EXPIRED'
  if (transfer.orderId !== (isOrders ? order.id : null)) return `attributed to ${transfer.orderId}`
  const paid = isOrders ? amount('25') : 0n
  return status === expected && confirmed === paid ? undefined : `${status} with ${confirmed}`
}

async function advance(
  world: ScriptedWorld,
  ms: number,
  content?: Parameters<ScriptedWorld['jump']>[1],
): Promise<void> {
  world.jump(ms, content)
  for (let depth = 1; depth < DEPTH; depth += 1) world.chain.mineAt(world.clock.businessAt)
  await world.watch()
  await world.expire()
}
