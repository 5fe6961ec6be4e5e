import { describe, expect, it } from 'vitest'
import type { Chain } from '../../../src/domain/chain/chain.js'
import type { ChainConditionKind } from '../../../src/domain/chain/chain-conditions.js'
import { clockOf } from '../../../src/runtime/clock.js'
import { chainWatcher } from '../../../src/workers/chain/chain-watcher.js'
import { contextAt } from '../../support/domain/context.js'
import { startNetwork } from '../../support/nodes/canned-ethereum.js'
import { CannedTronNetwork } from '../../support/nodes/canned-tron.js'
import { openDatabase } from '../../support/storage/engines.js'

const MINUTE = 60_000
/** Blocks without a payment: one to an address without an order begins a recovery, which derives thousands of addresses. */
const BLOCKS = 4
const SELECTORS: Readonly<Record<string, string>> = {
  '0x313ce567': 'decimals()',
  '0x5c975abb': 'paused()',
  '0x0e136b19': 'deprecated()',
}

type Flag = 'paused()' | 'deprecated()'

/** A network of canned nodes that a watcher starts to follow, and the token state at each of them. */
interface Played {
  readonly told: ReadonlySet<Flag>[]
  readonly dead: Set<number>
  conditions(): Promise<ChainConditionKind[]>
  /** Advances the time and ticks the watcher. */
  look(ms?: number): Promise<void>
  /** The clock is set back while time itself advances. */
  setBack(ms: number): void
}

const wordOf = (told: ReadonlySet<Flag>, selector: string): string =>
  (selector === 'decimals()' ? 6 : told.has(selector as Flag) ? 1 : 0).toString(16).padStart(64, '0')

async function watch(
  chain: Chain,
  pass: (ms: number) => number,
): Promise<Pick<Played, 'conditions' | 'look' | 'setBack'>> {
  const { store } = await openDatabase('sqlite')
  const { environment, network } = chain
  let at = 0
  let backMs = 0
  const context = { ...contextAt(clockOf(() => at)), chain: () => chain }
  const watcher = chainWatcher(store, context, chain, 4_000)
  return {
    async conditions() {
      const all = await store.read((tx) => tx.chainConditions.list({ environment, network }))
      return all.map(({ kind }) => kind)
    },
    async look(ms = 0) {
      at = pass(ms) - backMs
      await watcher.tick(new AbortController().signal)
    },
    setBack(ms) {
      backMs += ms
    },
  }
}

async function playEthereum(count: number): Promise<Played> {
  const network = await startNetwork(count, BLOCKS)
  const told: ReadonlySet<Flag>[] = network.nodes.map(() => new Set())
  const dead = new Set<number>()
  const chain = await network.open()
  for (const [index, node] of network.nodes.entries())
    node.become((method, params) => {
      if (method !== 'eth_call') return network.truth.answer(method, params)
      const [{ data }] = params as [{ data: string }]
      return `0x${wordOf(told[index] ?? new Set(), SELECTORS[data] ?? '')}`
    })
  const watched = await watch(chain, (ms) => {
    network.now += ms
    for (const [index, node] of network.nodes.entries()) {
      node.heal()
      if (dead.has(index)) node.fail({ fault: { kind: 'reset' } })
    }
    return network.now
  })
  return { ...watched, told, dead }
}

async function playTron(count: number): Promise<Played> {
  const network = new CannedTronNetwork(count)
  const told: ReadonlySet<Flag>[] = network.nodes.map(() => new Set())
  const { dead } = network
  for (const [index, node] of network.nodes.entries())
    node.fault = ({ path, params }) => {
      if (path !== 'wallet/triggerconstantcontract') return undefined
      const word = wordOf(told[index] ?? new Set(), String(params.function_selector))
      return { status: 200, text: JSON.stringify({ result: { result: true }, constant_result: [word] }) }
    }
  const watched = await watch(await network.open(), (ms) => {
    network.time.at += ms
    return network.time.at
  })
  return { ...watched, told, dead }
}

describe.each([
  { name: 'ERC20', play: playEthereum },
  { name: 'TRC20', play: playTron },
])('what the token on $name is when it is followed first', ({ play }) => {
  it.each([
    ['paused()', 'token_paused'],
    ['deprecated()', 'token_deprecated'],
  ] as const)('counts as far as two nodes tell it: %s', async (flag, condition) => {
    const played = await play(2)
    played.told.fill(new Set([flag]))
    await played.look()
    expect(await played.conditions()).toEqual([condition])
  })

  it('closes nothing on the report of one node, however long, and sets a condition', async () => {
    const played = await play(2)
    played.told[0] = new Set(['paused()', 'deprecated()'])
    for (let looks = 0; looks < 25; looks += 1) await played.look(MINUTE)
    expect(await played.conditions()).toEqual(['token_mismatch'])
    played.told[0] = new Set()
    for (let looks = 0; looks < 11; looks += 1) await played.look(MINUTE)
    expect(await played.conditions()).toEqual([])
  })

  it('does not rely on one node that reports no pause, since it may lag', async () => {
    const played = await play(2)
    played.told[1] = new Set(['paused()'])
    await played.look()
    expect(await played.conditions()).toEqual(['token_mismatch'])
    played.told[0] = new Set(['paused()'])
    for (let looks = 0; looks < 11; looks += 1) await played.look(MINUTE)
    expect(await played.conditions()).toEqual(['token_paused'])
  })

  it('applies the facts that the nodes agree on, whatever else they disagree on', async () => {
    const played = await play(2)
    played.told.fill(new Set(['deprecated()']))
    played.told[1] = new Set(['paused()', 'deprecated()'])
    await played.look()
    expect((await played.conditions()).toSorted()).toEqual(['token_deprecated', 'token_mismatch'])
  })

  it('waits for a second node, and for ten minutes at most where none answers', async () => {
    const played = await play(2)
    played.told.fill(new Set(['paused()']))
    played.dead.add(1)
    for (let looks = 0; looks < 10; looks += 1) await played.look(MINUTE)
    expect(await played.conditions()).toEqual([])
    for (let looks = 0; looks < 2; looks += 1) await played.look(MINUTE)
    expect(await played.conditions()).toEqual(['token_paused'])
  })

  it('checks again after the clock was set back, and then as often as before', async () => {
    const played = await play(2)
    played.told[0] = new Set(['paused()'])
    await played.look()
    played.setBack(60 * MINUTE)
    await played.look(MINUTE)
    expect(await played.conditions()).toEqual(['token_mismatch'])
    played.told[1] = new Set(['paused()'])
    await played.look(9 * MINUTE)
    expect(await played.conditions()).toEqual(['token_mismatch'])
    await played.look(MINUTE)
    expect(await played.conditions()).toEqual(['token_paused'])
  })

  it('needs no second node where there is only one', async () => {
    const played = await play(1)
    played.told[0] = new Set(['paused()'])
    await played.look()
    expect(await played.conditions()).toEqual(['token_paused'])
  })
})
