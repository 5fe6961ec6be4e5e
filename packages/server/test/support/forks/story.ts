import { FollowedWorld } from '../chain/followed-world.js'
import { handClock } from '../domain/context.js'
import type { Dice } from '../ledger/dice.js'
import type { LedgerDatabase } from '../ledger/ledger-database.js'
import { violations } from '../ledger/oracle.js'
import { readRows } from '../ledger/rows.js'
import { differences } from './difference.js'
import type { ForkingNetwork, Payment } from './network.js'
import { type ForkTally, note } from './tally.js'

const WINDOW_BLOCKS = 40
const ROUNDS = 24
const DEEPEST = 30
const MOST_ORDERS = 5
/** Blocks at the end, after which every window is over, every payment is confirmed and every node is used again. */
const END_BLOCKS = 120
const AMOUNTS = ['25', '40', '10.000001'] as const
const PARTS = [25_000_000n, 24_750_000n, 12_500_000n, 40_000_000n, 1n] as const

interface Story {
  readonly network: ForkingNetwork
  readonly dice: Dice
  readonly world: FollowedWorld
  readonly start: number
  /** Orders in sequence, with their time on the business clock. */
  readonly orders: { readonly at: number; readonly amount: string }[]
  readonly addresses: string[]
  readonly tally: ForkTally
}

/**
 * Replaces branches of a network while orders are paid and a server follows. Then a second server reads only the winning
 * branch, and both ledgers must be equal.
 *
 * @throws Error that lists the differences
 */
export async function runForks(options: {
  readonly network: ForkingNetwork
  readonly dice: Dice
  readonly openDatabase: () => Promise<LedgerDatabase>
  readonly rounds?: number
}): Promise<ForkTally> {
  const { network, dice } = options
  const database = await options.openDatabase()
  const fresh = await options.openDatabase()
  const tally: ForkTally = new Map()
  try {
    const world = await openWorld(network, { database, clock: network.clock })
    const start = await world.cursor()
    const story: Story = { network, dice, world, start: start.number, orders: [], addresses: [], tally }
    await addOrder(story)
    for (let round = 0; round < (options.rounds ?? ROUNDS); round += 1) await playRound(story)
    await network.catchUp()
    await network.extend(END_BLOCKS, [])
    await world.tickUntilIdle()

    const clock = handClock()
    const other = await openWorld(network, { database: fresh, clock, start })
    for (const { at, amount } of story.orders) {
      clock.businessAt = at
      await other.order(amount)
    }
    clock.businessAt = network.clock.businessAt
    await other.tickUntilIdle()

    const wrong = [
      ...(await world.violations()),
      ...(await other.violations()),
      ...violations(await readRows(database)),
      ...(await differences(world, other, tally)),
    ]
    if (wrong.length > 0) throw new Error(wrong.slice(0, 8).join('; '))
    return tally
  } finally {
    await database.close()
    await fresh.close()
  }
}

const openWorld = (
  network: ForkingNetwork,
  options: Pick<Parameters<typeof FollowedWorld.open>[0], 'database' | 'clock' | 'start'>,
): Promise<FollowedWorld> =>
  FollowedWorld.open({
    ...options,
    id: network.id,
    windowMs: WINDOW_BLOCKS * network.blockMs,
    open: (store, ids) => network.open(store, ids),
  })

async function playRound(story: Story): Promise<void> {
  const { network, dice, world, orders } = story
  if (orders.length < MOST_ORDERS && dice.chance(25)) await addOrder(story)
  const height = (await network.head()) - story.start
  if (height > 1 && dice.chance(40)) {
    const depth = 1 + dice.below(Math.min(height, dice.chance(60) ? 4 : DEEPEST))
    note(story.tally, depth > 10 ? 'a deep branch' : 'a branch')
    await network.reorganise(depth, dice, payments(story))
  } else {
    await network.extend(1 + dice.below(dice.chance(80) ? 4 : 20), payments(story))
  }
  if (dice.chance(10)) await world.restart()
  for (let ticks = dice.below(4); ticks > 0; ticks -= 1) await tickUnlessNodesAreOut(story)
}

/** Ticks; where all nodes of the network are out, the next tick retries. */
async function tickUnlessNodesAreOut({ world, tally }: Story): Promise<void> {
  const ended = new Set((await listEnded(world)).map(({ id }) => id))
  try {
    await world.tick()
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'NoNode') throw error
    note(tally, 'a tick without a node')
  }
  const { timeAt } = await world.cursor()
  const tooSoon = (await listEnded(world)).filter((order) => !ended.has(order.id) && order.expire_at > timeAt)
  if (tooSoon.length > 0) throw new Error(`${tooSoon.length} orders ended before their window`)
}

const listEnded = (world: FollowedWorld) =>
  world.rows<{ id: string; expire_at: bigint }>(
    `SELECT id, expire_at FROM orders WHERE status IN ('EXPIRED', 'UNDERPAID')`,
  )

async function addOrder({ world, dice, orders, addresses }: Story): Promise<void> {
  const amount = dice.pick(AMOUNTS)
  orders.push({ at: world.clock.businessAt, amount })
  const order = await world.order(amount)
  addresses.push(order.address.address)
}

/** Creates up to two transactions, some with two payments. */
function payments({ dice, addresses }: Story): Payment[][] {
  return Array.from({ length: dice.below(3) }, () =>
    Array.from({ length: 1 + (dice.chance(30) ? 1 : 0) }, () => ({
      to: dice.pick(addresses),
      value: dice.pick(PARTS),
    })),
  )
}
