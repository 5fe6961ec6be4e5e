import { CannedTronNode, sha256, transferLog } from '../../../../test-support/canned-tron-node.js'
import { CreditingFollower } from './crediting-follower.js'
import { GENESIS_AT, PAYER, TOKEN } from './trc20-completeness.js'
import { HandTime, OURS_HEX, openTron, spellTron, TRON_CHAIN_ID, watchedOurs } from './tron.js'

export const DAILY_CALLS = 90_000
const DAY_MS = 86_400_000
const BLOCK_MS = 3_000
const TICK_MS = 6_000
const PAID_EVERY = 50

export interface Day {
  readonly calls: number
  readonly behind: number
  readonly credited: number
  readonly paid: number
  /** Payments that were shown before their block was solidified. */
  readonly shownEarly: number
}

/**
 * Follows a network for a day on a budget. `scale` makes everything that much slower, and the budget that much smaller:
 * the same day with fewer blocks.
 */
export async function followDay(scale: number): Promise<Day> {
  const blockMs = BLOCK_MS * scale
  const node = new CannedTronNode({ chainId: TRON_CHAIN_ID, genesisAt: GENESIS_AT - 25 * blockMs, blockMs })
  while (node.head.timeAt < GENESIS_AT) node.mine()
  const time = new HandTime(GENESIS_AT)
  const dailyCalls = DAILY_CALLS / scale
  const budget = { dailyCalls, callsPerSecond: 10 }
  const options = { urls: ['http://tron.test'], token: spellTron(TOKEN), fetch: node.fetch, ...budget }
  const follower = await CreditingFollower.begin(await openTron(options, time), watchedOurs)
  const start = follower.books.cursor.number
  for (let tick = 0; time.at < GENESIS_AT + DAY_MS; tick += 1) {
    while (node.head.timeAt + blockMs <= time.at) {
      const number = node.head.number + 1
      const isPaid = number % PAID_EVERY === 0
      const log = transferLog(TOKEN, PAYER, isPaid ? (OURS_HEX[0] ?? '') : PAYER, 5_000_000n)
      node.mine([{ id: sha256(`day/${number}`), owner: PAYER, logs: [log], isFailed: false }])
    }
    const before = time.at
    await follower.tick()
    // As the loop of a worker waits: half to all of its interval.
    const pause =
      TICK_MS * scale * (0.5 + (Number.parseInt(sha256(`${tick}`).slice(0, 4), 16) / 0xffff) * 0.5)
    time.at = Math.max(time.at, before + pause)
  }
  const last = follower.books.cursor.number
  const isPaidBlock = ({ number }: { number: number }) => number > start && number % PAID_EVERY === 0
  return {
    calls: node.callCount,
    behind: node.solid.number - last,
    credited: follower.credited.size,
    paid: node.blocks.slice(0, last + 1).filter(isPaidBlock).length,
    shownEarly: follower.seenEarly.size,
  }
}
