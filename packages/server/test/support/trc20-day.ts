import { CannedTronNode, sha256, transferLog } from '../../../../test-support/canned-tron-node.js'
import { isDust } from '../../src/domain/chains.js'
import { CreditingFollower } from './crediting-follower.js'
import { GENESIS_AT, PAYER, TOKEN } from './trc20-completeness.js'
import { HandTime, OURS_HEX, openTron, spellTron, TRON_CHAIN_ID, watchedOurs } from './tron.js'

export const DAILY_CALLS = 90_000
const DAY_MS = 86_400_000
const BLOCK_MS = 3_000
const TICK_MS = 6_000
const PAID_EVERY = 50

/** Of a day, where somebody pays 0.000001 USDT in each of its first blocks, never from the same address. */
export const DUST = 10_000

export interface Day {
  readonly calls: number
  readonly behind: number
  /** The most blocks that the books were behind meanwhile. */
  readonly furthestBehind: number
  readonly credited: number
  readonly paid: number
  /** Payments that were shown before their block was solidified. */
  readonly shownEarly: number
  readonly dust: number
  readonly creditedDust: number
}

/**
 * Follows a network for a day on a budget, and has its payments judged where there is dust. `scale` makes everything that much slower, and the budget that much smaller:
 * the same day with fewer blocks.
 */
export async function followDay(scale: number, dust = 0): Promise<Day> {
  const blockMs = BLOCK_MS * scale
  const node = new CannedTronNode({ chainId: TRON_CHAIN_ID, genesisAt: GENESIS_AT - 25 * blockMs, blockMs })
  while (node.head.timeAt < GENESIS_AT) node.mine()
  const time = new HandTime(GENESIS_AT)
  const dailyCalls = DAILY_CALLS / scale
  const budget = { dailyCalls, callsPerSecond: 10 }
  const options = { urls: ['http://tron.test'], token: spellTron(TOKEN), fetch: node.fetch, ...budget }
  const follower = await CreditingFollower.begin(await openTron(options, time), watchedOurs, dust > 0)
  const start = follower.books.cursor.number
  const firstDust = node.head.number + 1
  let furthestBehind = 0
  for (let tick = 0; time.at < GENESIS_AT + DAY_MS; tick += 1) {
    while (node.head.timeAt + blockMs <= time.at) {
      const number = node.head.number + 1
      const isPaid = number % PAID_EVERY === 0
      const log = transferLog(TOKEN, PAYER, isPaid ? (OURS_HEX[0] ?? '') : PAYER, 5_000_000n)
      const speck = sha256(`dust/${number}`).slice(0, 40)
      const isDusty = number < firstDust + dust
      const specks = isDusty ? [transferLog(TOKEN, speck, OURS_HEX[1] ?? '', 1n)] : []
      node.mine([
        { id: sha256(`day/${number}`), owner: PAYER, logs: [log], isFailed: false },
        ...specks.map((each) => ({ id: speck.padEnd(64, '0'), owner: speck, logs: [each], isFailed: false })),
      ])
    }
    const before = time.at
    await follower.tick()
    furthestBehind = Math.max(furthestBehind, node.solid.number - follower.books.cursor.number)
    // As the loop of a worker waits: half to all of its interval.
    const pause =
      TICK_MS * scale * (0.5 + (Number.parseInt(sha256(`${tick}`).slice(0, 4), 16) / 0xffff) * 0.5)
    time.at = Math.max(time.at, before + pause)
  }
  const last = follower.books.cursor.number
  const isPaidBlock = ({ number }: { number: number }) => number > start && number % PAID_EVERY === 0
  const credited = follower.books.paid.filter(({ txHash }) => follower.credited.has(`${txHash}/0`))
  return {
    calls: node.callCount,
    behind: node.solid.number - last,
    furthestBehind,
    credited: credited.filter((transfer) => !isDust(transfer)).length,
    dust: follower.books.paid.filter(isDust).length,
    creditedDust: credited.filter(isDust).length,
    paid: node.blocks.slice(0, last + 1).filter(isPaidBlock).length,
    shownEarly: follower.seenEarly.size,
  }
}
