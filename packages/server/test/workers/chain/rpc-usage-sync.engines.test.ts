import { describe, expect, it } from 'vitest'
import { CannedTronNode } from '../../../../../test-support/nodes/canned-tron-node.js'
import { withMetered } from '../../../src/commands/metered.js'
import type { Chain } from '../../../src/domain/chain/chain.js'
import type { Store } from '../../../src/domain/store/store.js'
import { chainWatcher, startCursor } from '../../../src/workers/chain/chain-watcher.js'
import { requireCalls } from '../../../src/workers/chain/spare-calls.js'
import { GENESIS_AT, TOKEN } from '../../support/chain/trc20-completeness.js'
import { contextAt } from '../../support/domain/context.js'
import { encodeTron, HandTime, openTron, TRON_CHAIN_ID, watchedOurs } from '../../support/nodes/tron.js'
import { ENGINES, openDatabase } from '../../support/storage/engines.js'

const DAILY_CALLS = 200
/** More than the blocks of the test need. */
const ENOUGH_CALLS = 4_000
const DAY_MS = 86_400_000
const MINUTE_MS = 60_000
const signal = new AbortController().signal

/** A network whose node has a daily quota, and processes that follow it one after the other or concurrently. */
class Metered {
  readonly time = new HandTime(GENESIS_AT)
  readonly node = new CannedTronNode({ chainId: TRON_CHAIN_ID, genesisAt: GENESIS_AT - 75_000 })

  constructor(
    private readonly store: Store,
    private readonly callsPerDay = DAILY_CALLS,
  ) {
    while (this.node.head.timeAt < GENESIS_AT) this.node.mine()
  }

  async process(): Promise<{ left: () => number | undefined; tick: () => Promise<number>; chain: Chain }> {
    const access = { callsPerDay: this.callsPerDay, callsPerSecond: 0 }
    const options = {
      urls: ['http://tron.test'],
      token: encodeTron(TOKEN),
      fetch: this.node.fetch,
      access,
    }
    // The canned node has no token to call.
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
    return this.callsPerDay - this.node.callCount
  }
}

it.each(ENGINES)('a restart remembers the calls of the day, and forgets them with it: %s', async (engine) => {
  const { store } = await openDatabase(engine)
  const metered = new Metered(store)
  const first = await metered.process()
  await first.tick()
  metered.pass(MINUTE_MS)
  await first.tick()
  const known = metered.node.callCount
  metered.pass(MINUTE_MS)
  await first.tick()
  // The calls since its last sync.
  const forgotten = metered.node.callCount - known
  const second = await metered.process()
  await second.tick()
  expect(second.left()).toBe(metered.left + forgotten)
  expect(known).toBeGreaterThan(20)
  // A day later each process has the whole day again.
  const before = metered.node.callCount
  metered.time.at += DAY_MS
  await second.tick()
  expect(second.left()).toBe(DAILY_CALLS - (metered.node.callCount - before))
})

it('processes that share a key share its day, and ask no more when it is used up', async () => {
  const { store } = await openDatabase('sqlite')
  const metered = new Metered(store)
  const both = [await metered.process(), await metered.process()]
  const failures: unknown[] = []
  for (let minutes = 0; minutes < 60 && failures.length < 2; minutes += 1) {
    metered.pass(MINUTE_MS)
    for (const { tick } of both) await tick().catch((error: unknown) => failures.push(error))
  }
  expect(String(failures.at(-1))).toContain('the daily call budget is used up')
  // Each may have made calls that it had not synced within the minute.
  expect(metered.node.callCount).toBeGreaterThanOrEqual(DAILY_CALLS)
  expect(metered.node.callCount).toBeLessThan(DAILY_CALLS * 1.5)
})

describe('the calls of a command beside a server', () => {
  async function begin() {
    const { store } = await openDatabase('sqlite')
    const metered = new Metered(store, ENOUGH_CALLS)
    const server = await metered.process()
    metered.pass(MINUTE_MS)
    await server.tick()
    metered.pass(MINUTE_MS)
    await server.tick()
    const command = await metered.process()
    const context = { clock: metered.time.clock }
    return { metered, server, command, asking: { store, context, chain: command.chain } }
  }
  const FIRST = { from: 1, to: 5 }

  it('count for the day that both share, and include the usage of the server', async () => {
    const { metered, server, command, asking } = await begin()
    const before = metered.node.callCount
    await withMetered(asking, (chain) => chain.rescan(FIRST, watchedOurs, signal))
    const asked = metered.node.callCount - before
    expect(asked).toBeGreaterThan(0)
    // The server syncs once a minute, and learns the usage of others then too.
    expect(command.left()).toBeLessThan(ENOUGH_CALLS - asked)
    metered.pass(MINUTE_MS)
    await server.tick()
    expect(server.left()).toBe(metered.left)
  })

  it('count too where the command fails', async () => {
    const { metered, server, asking } = await begin()
    const failing = withMetered(asking, async (chain) => {
      await chain.rescan(FIRST, watchedOurs, signal)
      throw new Error('something else')
    })
    await expect(failing).rejects.toThrow('something else')
    metered.pass(MINUTE_MS)
    await server.tick()
    expect(server.left()).toBe(metered.left)
  })

  it('are refused where blocks need the remaining calls', async () => {
    const { metered, asking } = await begin()
    await withMetered(asking, async (chain) => expect(() => requireCalls(chain, 3)).not.toThrow())
    const { beyondBlocks = () => 0 } = asking.chain.budgets?.[0] ?? {}
    while (beyondBlocks() >= 3) await asking.chain.head(signal)
    const before = metered.node.callCount
    await withMetered(asking, async (chain) => {
      expect(() => requireCalls(chain, 3)).toThrow(
        /^this takes up to 3 RPC calls, but only [0-2] are left today/,
      )
    })
    const asked = withMetered(asking, (chain) => chain.rescan(FIRST, watchedOurs, signal))
    await expect(asked).rejects.toThrow("the node's remaining calls of the day are reserved for blocks")
    expect(metered.node.callCount).toBe(before)
  })
})
