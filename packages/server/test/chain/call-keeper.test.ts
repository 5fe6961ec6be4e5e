import { expect, it } from 'vitest'
import { CannedTronNode } from '../../../../test-support/canned-tron-node.js'
import type { Chain } from '../../src/domain/chains.js'
import type { Store } from '../../src/domain/ports.js'
import { chainWatcher, startCursor } from '../../src/workers/chain-watcher.js'
import { ENGINES, openBooks } from '../support/books.js'
import { GENESIS_AT, TOKEN } from '../support/trc20-completeness.js'
import { HandTime, openTron, spellTron, TRON_CHAIN_ID } from '../support/tron.js'
import { contextAt } from '../support/unit-context.js'

const DAILY_CALLS = 200
const DAY_MS = 86_400_000
const MINUTE_MS = 60_000
const signal = new AbortController().signal

/** A network whose node answers so often a day, and processes that follow it one after the other or beside each other. */
class Metered {
  readonly time = new HandTime(GENESIS_AT)
  readonly node = new CannedTronNode({ chainId: TRON_CHAIN_ID, genesisAt: GENESIS_AT - 75_000 })

  constructor(private readonly store: Store) {
    while (this.node.head.timeAt < GENESIS_AT) this.node.mine()
  }

  async process(): Promise<{ left: () => number | undefined; tick: () => Promise<number>; chain: Chain }> {
    const budget = { dailyCalls: DAILY_CALLS, callsPerSecond: 0 }
    const options = { urls: ['http://tron.test'], token: spellTron(TOKEN), fetch: this.node.fetch, ...budget }
    // The canned node has no token to ask.
    const verify: Chain['verify'] = async () => ({
      chainId: TRON_CHAIN_ID,
      isTokenPaused: false,
      isTokenDeprecated: false,
    })
    const chain: Chain = { ...(await openTron(options, this.time)), verify }
    const context = { ...contextAt(this.time.clock), chain: () => chain }
    await startCursor(this.store, chain, signal)
    const watcher = chainWatcher(this.store, context, chain, 6_000)
    return { chain, left: () => chain.nodes?.().nodes[0]?.callsLeft, tick: () => watcher.tick(signal) }
  }

  pass(ms: number): void {
    this.time.at += ms
    while (this.node.head.timeAt + 3_000 <= this.time.at) this.node.mine()
  }

  get left(): number {
    return DAILY_CALLS - this.node.callCount
  }
}

it.each(ENGINES)('a restart remembers the calls of the day, and forgets them with it: %s', async (engine) => {
  const { store } = await openBooks(engine)
  const metered = new Metered(store)
  const first = await metered.process()
  await first.tick()
  metered.pass(MINUTE_MS)
  await first.tick()
  const known = metered.node.callCount
  metered.pass(MINUTE_MS)
  await first.tick()
  // What it spent since it wrote them down last.
  const forgotten = metered.node.callCount - known
  const second = await metered.process()
  await second.tick()
  expect(second.left()).toBe(metered.left + forgotten)
  expect(known).toBeGreaterThan(20)
  // A day later each of them has the whole day again.
  const before = metered.node.callCount
  metered.time.at += DAY_MS
  await second.tick()
  expect(second.left()).toBe(DAILY_CALLS - (metered.node.callCount - before))
})

it('processes that share a key share its day, and ask no more when it is used up', async () => {
  const { store } = await openBooks('sqlite')
  const metered = new Metered(store)
  const both = [await metered.process(), await metered.process()]
  const failures: unknown[] = []
  for (let minutes = 0; minutes < 60 && failures.length < 2; minutes += 1) {
    metered.pass(MINUTE_MS)
    for (const { tick } of both) await tick().catch((error: unknown) => failures.push(error))
  }
  expect(String(failures.at(-1))).toContain('the calls of the day are used up')
  // Each may have spent what it did not tell within a minute.
  expect(metered.node.callCount).toBeGreaterThanOrEqual(DAILY_CALLS)
  expect(metered.node.callCount).toBeLessThan(DAILY_CALLS * 1.5)
})
