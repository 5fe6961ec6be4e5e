import { CannedTronNode, sha256, transferLog } from '../../../../test-support/canned-tron-node.js'
import { CHAIN_ID, Follower, GENESIS_AT, HandTime, OURS, openTestTrc20, PAYER, TOKEN } from './unit-trc20.js'

export const DAILY_CALLS = 90_000
const DAY_MS = 86_400_000
const BLOCK_MS = 3_000
const TICK_MS = 6_000
const PAID_EVERY = 50

export interface Day {
  readonly calls: number
  readonly skipped: number
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
  const node = new CannedTronNode({ chainId: CHAIN_ID, genesisAt: GENESIS_AT - 25 * blockMs, blockMs })
  while (node.head.timeAt < GENESIS_AT) node.mine()
  const time = new HandTime(GENESIS_AT)
  const dailyCalls = DAILY_CALLS / scale
  const chain = await openTestTrc20(time, { fetch: node.fetch, dailyCalls, callsPerSecond: 10 })
  const follower = await Follower.start(chain)
  const start = follower.state.cursor.number
  let paid = 0
  for (let tick = 0; time.at < GENESIS_AT + DAY_MS; tick += 1) {
    while (node.head.timeAt + blockMs <= time.at) {
      const number = node.head.number + 1
      const isPaid = number % PAID_EVERY === 0
      if (isPaid) paid += 1
      const log = transferLog(TOKEN, PAYER, isPaid ? (OURS[0] ?? '') : PAYER, 5_000_000n)
      node.mine([{ id: sha256(`day/${number}`), owner: PAYER, logs: [log], isFailed: false }])
    }
    const before = time.at
    await follower.tick()
    // As the loop of a worker waits: half to all of its interval.
    const pause =
      TICK_MS * scale * (0.5 + (Number.parseInt(sha256(`${tick}`).slice(0, 4), 16) / 0xffff) * 0.5)
    time.at = Math.max(time.at, before + pause)
  }
  const last = follower.passed.at(-1)?.to ?? start
  const isAbove = ({ block }: { block: { number: number } }) => block.number <= last
  const passed = follower.passed.reduce((sum, { from, to }) => sum + Math.max(0, to - from + 1), 0)
  return {
    calls: node.callCount,
    skipped: last - start - passed,
    behind: node.solid.number - last,
    credited: follower.credited.size,
    paid: paid - [...node.blocks.slice(last + 1)].filter(({ number }) => number % PAID_EVERY === 0).length,
    shownEarly: [...follower.tentative.values()].filter(isAbove).length,
  }
}
