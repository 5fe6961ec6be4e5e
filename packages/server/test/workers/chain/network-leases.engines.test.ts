import { describe, expect, it } from 'vitest'
import { ChainHealth } from '../../../src/domain/chain/chain-health.js'
import type { Store } from '../../../src/domain/store/store.js'
import { NetworkLeases, whileHeld } from '../../../src/workers/chain/network-leases.js'
import { ENGINES, openDatabase } from '../../support/storage/engines.js'

const ERC20 = { environment: 'live', network: 'ERC20' } as const
const ENDED = 'UPDATE network_leases SET until_at = until_at - 20000'

interface Times {
  monotonicMs: number
}

/** One server of several. */
function server(
  store: Store,
  holder: string,
  { times = { monotonicMs: 0 }, isFollowing = true }: { times?: Times; isFollowing?: boolean } = {},
) {
  const monotonic = () => times.monotonicMs
  const health = new ChainHealth(monotonic)
  const log: string[] = []
  const leases = new NetworkLeases(store, {
    chains: [ERC20],
    health,
    holder,
    isFollowing,
    monotonic,
    onTaken: () => log.push('taken'),
    onLost: () => log.push('lost'),
  })
  return { leases, health, log, times, holds: () => leases.held(ERC20) !== undefined }
}

describe.each(ENGINES)('the lease of a network on %s', (engine) => {
  async function twoServers() {
    const { store, side } = await openDatabase(engine)
    return { store, side: await side(), a: server(store, 'a'), b: server(store, 'b') }
  }

  it('is held by one server, and the other one learns how far it follows', async () => {
    const { a, b } = await twoServers()
    await a.leases.tick()
    a.health.noteStep(ERC20, 90, 100)
    await a.leases.tick()
    await b.leases.tick()
    expect([a.holds(), b.holds(), a.log, b.log]).toEqual([true, false, ['taken'], []])
    expect(b.health.positionOf(ERC20)).toMatchObject({ block: 90, head: 100 })
    // The blocks from before its own start are not recorded yet.
    expect([b.health.isFollowed(ERC20), b.leases.isFollowed(ERC20)]).toEqual([false, true])
    a.health.noteStep(ERC20, 100)
    await a.leases.tick()
    await b.leases.tick()
    expect(b.health.isFollowed(ERC20)).toBe(true)
  })

  it('passes to another server at once when its server stops', async () => {
    const { a, b } = await twoServers()
    await a.leases.tick()
    await a.leases.release()
    await b.leases.tick()
    expect([a.holds(), b.holds(), a.log, b.log]).toEqual([false, true, ['taken', 'lost'], ['taken']])
  })

  it('passes to another server when it ends by the clock of the database, and not before', async () => {
    const { side, a, b } = await twoServers()
    await a.leases.tick()
    b.times.monotonicMs += 3_600_000
    await b.leases.tick()
    expect(b.holds()).toBe(false)
    await side.script(ENDED)
    await b.leases.tick()
    expect(b.holds()).toBe(true)
    await a.leases.tick()
    await a.leases.tick()
    expect([a.holds(), a.log]).toEqual([false, ['taken', 'lost']])
  })

  it('keeps the position of the server before, until the next one has read the network', async () => {
    const { side, a, b } = await twoServers()
    await a.leases.tick()
    a.health.noteStep(ERC20, 90, 100)
    await a.leases.tick()
    await side.script(ENDED)
    await side.script('UPDATE network_leases SET progress_at = progress_at - 60000')
    await b.leases.tick()
    await b.leases.tick()
    const position = b.health.positionOf(ERC20)
    expect(position).toMatchObject({ block: 90, head: 100 })
    expect(position?.silentMs).toBeGreaterThanOrEqual(60_000)
  })

  it('is not used by a server that could not renew it in time', async () => {
    const { a } = await twoServers()
    await a.leases.tick()
    a.times.monotonicMs += 14_999
    expect(a.holds()).toBe(true)
    a.times.monotonicMs += 1
    expect(a.holds()).toBe(false)
    expect(
      await whileHeld(a.leases, ERC20, { name: 'w', everyMs: 1, tick: async () => 1 }).tick(
        new AbortController().signal,
      ),
    ).toBe(0)
  })

  it('is renewed every 5 s, and written in between only for a new position', async () => {
    const { side, a } = await twoServers()
    const until = async () =>
      Number((await side.rows<{ u: bigint }>('SELECT until_at AS u FROM network_leases'))[0]?.u)
    await a.leases.tick()
    await side.script('UPDATE network_leases SET until_at = 1 + (SELECT now_at FROM database_clock) + 10000')
    const before = await until()
    a.times.monotonicMs += 4_999
    await a.leases.tick()
    expect(await until()).toBe(before)
    a.times.monotonicMs += 1
    await a.leases.tick()
    const renewed = await until()
    expect(renewed).toBeGreaterThan(before)
    a.health.noteStep(ERC20, 90, 100)
    await a.leases.tick()
    expect(await side.value('SELECT head_number FROM network_leases')).toBe(100)
  })

  it('aborts a tick that runs when it is lost, and counts that as no failure', async () => {
    const { side, a, b } = await twoServers()
    await a.leases.tick()
    const ticking = whileHeld(a.leases, ERC20, {
      name: 'w',
      everyMs: 1,
      tick: (signal) =>
        new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('aborted')))),
    }).tick(new AbortController().signal)
    await side.script(ENDED)
    await b.leases.tick()
    await a.leases.tick()
    expect(await ticking).toBe(0)
  })

  it('is never taken by a server without workers, which says when no server follows', async () => {
    const { store, side, a } = await twoServers()
    const reader = server(store, 'reader', { isFollowing: false })
    await a.leases.tick()
    await reader.leases.tick()
    expect(reader.leases.isFollowed(ERC20)).toBe(true)
    await side.script('UPDATE network_leases SET until_at = until_at - 30001')
    await reader.leases.tick()
    expect([reader.holds(), reader.leases.isFollowed(ERC20)]).toEqual([false, false])
  })
})
