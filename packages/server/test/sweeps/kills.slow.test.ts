import { describe, expect, it } from 'vitest'
import { TopUpLog } from '../../src/commands/sweeps/top-up-log.js'
import { neededCoinsOf } from '../../src/domain/chain/sweep-terms.js'
import { readPlan } from '../../src/domain/sweeps/file-reader.js'
import { isAnvilSkipped } from '../support/nodes/anvil.js'
import { type Kill, runSweeps, type SweepFault } from '../support/sweeps/sweep-lives.js'
import { NODE_NETWORKS } from '../support/sweeps/sweep-nodes.js'
import { PAID, SweepWorld } from '../support/sweeps/sweep-world.js'

const MOST_MS = 240_000
const COUNT = 6
/** Rounds until a node gets the old top-up: the run is sure before that an address lacks coins, and its sweep is not final yet. */
const LOST_ROUNDS = 8
/** The top-ups are the first broadcasts; the sweeps follow. */
const KILLS: readonly Kill[] = [1, 2, 3, 4].flatMap((at) => [
  { at, when: 'before' },
  { at, when: 'after' },
])

/** On TRON the log and the wait alone keep a second top-up from its block where a node has lost the first one. */
const TOP_UPS: readonly [string, SweepFault | undefined, number][] = [
  ['brings its coins once', undefined, 1],
  ['brings them twice without the log', 'no log before sending', 2],
  ['brings them twice without the wait', 'no wait for a top-up', 2],
]

describe('a run on TRC20 that is killed while a node has lost its top-up', () => {
  it.each(TOP_UPS)(
    '%s',
    async (_, fault, times) => {
      const world = await SweepWorld.start('TRC20')
      const { node, desk, gasWallet } = world
      await world.payments(1)
      await world.prepare()
      const before = await node.coins(gasWallet)
      await runSweeps(world, { fault, kill: { at: 1, when: 'after' } })
      const { pending } = (await node.tron?.control<{ pending: string[] }>('state')) ?? {}
      await node.tron?.control('forget', {})
      await node.mine(1)
      let rounds = 0
      const totals = await runSweeps(world, {
        fault,
        async pause() {
          rounds += 1
          // Another node still had it.
          const body = JSON.stringify({ transaction: pending?.[0] })
          if (rounds > LOST_ROUNDS)
            await fetch(`${node.tron?.url}/wallet/broadcasthex`, { method: 'POST', body })
          await node.mine(1)
        },
      })
      expect(totals?.swept).toHaveLength(1)
      const spent = before - (await node.coins(gasWallet))
      const needed = neededCoinsOf(readPlan(desk.text('plan.json')).terms)
      expect(Number(spent / needed)).toBe(times)
    },
    MOST_MS,
  )
})

describe.skipIf(isAnvilSkipped).each(NODE_NETWORKS)('a run of sweeps on %s that is killed', (network) => {
  it(
    'pays no top-up twice, and loses no sweep',
    async () => {
      const world = await SweepWorld.start(network)
      const { node, gasWallet, cold } = world
      await world.payments(COUNT)
      await world.prepare()
      const before = await node.coins(gasWallet)
      await expect(runSweeps(world, { fault: 'full disk' })).rejects.toThrow('ENOSPC')
      expect(await node.coins(gasWallet)).toBe(before)
      let kills = 0
      for (const kill of KILLS) {
        if (await runSweeps(world, { kill })) break
        kills += 1
        // Half of the time the network goes on while no process runs.
        if (kills % 2 === 0) await node.mine(1)
      }
      expect(kills).toBeGreaterThan(3)
      const totals = await runSweeps(world)
      expect(totals?.swept).toHaveLength(COUNT)
      expect(await node.tokens(cold)).toBe(PAID * BigInt(COUNT))
      const topUps = TopUpLog.readAll(world.desk.path('gas'))
      expect(topUps.map(({ to }) => to).sort()).toEqual(totals?.swept.map(({ address }) => address).sort())
      const value = topUps.reduce((sum, topUp) => sum + topUp.value, 0n)
      expect([totals?.toppedUp, before - (await node.coins(gasWallet))]).toEqual([
        value,
        value + (totals?.topUpFees ?? 0n),
      ])
      await world.expectProven()
    },
    MOST_MS,
  )
})
