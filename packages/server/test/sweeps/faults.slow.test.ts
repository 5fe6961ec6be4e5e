import { rmSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readPlan } from '../../src/domain/sweeps/file-reader.js'
import { isAnvilSkipped } from '../support/nodes/anvil.js'
import { runSweeps } from '../support/sweeps/sweep-lives.js'
import { NODE_NETWORKS } from '../support/sweeps/sweep-nodes.js'
import { PAID, SweepWorld } from '../support/sweeps/sweep-world.js'

const MOST_MS = 180_000
const GWEI = 1_000_000_000
const HALF_DAY_SECONDS = 12 * 3_600
const DEPTH = 3
/** More than the reorganisation replaces. */
const DEEP = 12

/** A world on Ethereum whose payments are planned and signed. */
async function onEthereum(count: number, confirmations = DEPTH) {
  const world = await SweepWorld.start('ERC20', { MERCHANTPAY_TEST_ERC20_CONFIRMATIONS: `${confirmations}` })
  // A network is followed from a block that has the depth.
  await world.node.mine(confirmations)
  const { anvil } = world.node
  if (!anvil) throw new Error('no anvil')
  await world.payments(count)
  await world.node.mine(confirmations)
  await world.follow()
  await world.prepare()
  return { world, anvil }
}

describe.skipIf(isAnvilSkipped).each(NODE_NETWORKS)('sweeps on %s', (network) => {
  it(
    'wait while the network is stopped, and spend nothing',
    async () => {
      const world = await SweepWorld.start(network)
      await world.payments(2)
      await world.prepare()
      const before = await world.node.coins(world.gasWallet)
      const notes: string[] = []
      const stopped = await runSweeps(world, { notes, stop: async () => 'token_paused' })
      expect([stopped?.unfinished.length, notes]).toEqual([2, ['token_paused']])
      expect(await world.node.coins(world.gasWallet)).toBe(before)
      expect((await runSweeps(world))?.swept).toHaveLength(2)
    },
    MOST_MS,
  )
})

describe.skipIf(isAnvilSkipped).each(NODE_NETWORKS)('sweeps on %s', (network) => {
  it(
    'bring no coins to an address that was blacklisted after the plan',
    async () => {
      const world = await SweepWorld.start(network)
      const [blacklisted = ''] = await world.payments(3)
      await world.prepare()
      await world.node.call('addBlackList(address)', blacklisted)
      await world.follow()
      const sent = await world.whileMining(world.send())
      expect([sent.status, sent.stdout]).toEqual([
        1,
        expect.stringContaining(`${blacklisted}  25.00 USDT  is blacklisted, and stays`),
      ])
      expect(sent.stdout).toContain('swept     50.00 USDT of 2 addresses')
      expect([await world.node.coins(blacklisted), await world.node.tokens(blacklisted)]).toEqual([0n, PAID])
      await world.expectProven()
    },
    MOST_MS,
  )
})

describe('sweeps on TRON', () => {
  it(
    'give up what a plan that expired half-way has left, and another plan brings it home',
    async () => {
      const world = await SweepWorld.start('TRC20')
      await world.payments(3)
      await world.prepare()
      // The top-ups are the first three broadcasts, and a sweep is the fourth.
      await runSweeps(world, { kill: { at: 4, when: 'after' } })
      await world.node.mine(1)
      await world.node.mine(5, HALF_DAY_SECONDS)
      const totals = await runSweeps(world)
      expect(totals?.swept).toHaveLength(1)
      expect([...(totals?.ended.values() ?? [])]).toEqual(['expired', 'expired'])
      await world.follow()
      for (const name of ['plan.json', 'signed.json']) rmSync(world.desk.path(name))
      await world.prepare()
      const before = await world.node.coins(world.gasWallet)
      expect((await runSweeps(world))?.swept).toHaveLength(2)
      // The coins of the first plan are still there.
      expect(await world.node.coins(world.gasWallet)).toBe(before)
      expect(await world.node.tokens(world.cold)).toBe(3n * PAID)
      await world.expectProven()
    },
    MOST_MS,
  )
})

describe.skipIf(isAnvilSkipped)('sweeps on Ethereum', () => {
  it(
    'leave an address alone that spent its money otherwise',
    async () => {
      const { world, anvil } = await onEthereum(3)
      const [first] = readPlan(world.desk.text('plan.json')).items
      const spender = first?.address ?? ''
      await world.node.fund(spender, 10n ** 18n)
      await anvil.call('anvil_impersonateAccount', [spender])
      const data = `0xa9059cbb${world.hotWallet.slice(2).toLowerCase().padStart(64, '0')}${PAID.toString(16).padStart(64, '0')}`
      await anvil.call('eth_sendTransaction', [{ from: spender, to: world.node.token, data }])
      await world.node.mine(1)
      const totals = await runSweeps(world)
      expect(totals?.swept).toHaveLength(2)
      expect([...(totals?.ended ?? [])].map(([{ address }, why]) => [address, why])).toEqual([
        [spender, 'spent'],
      ])
    },
    MOST_MS,
  )

  it(
    'stop when the base fee is above the signed fee, and go on when it has fallen',
    async () => {
      const { world, anvil } = await onEthereum(2)
      const before = await world.node.coins(world.gasWallet)
      const setBaseFee = async (gwei: number) => {
        await anvil.call('anvil_setNextBlockBaseFeePerGas', [`0x${(gwei * GWEI).toString(16)}`])
        await world.node.mine(1)
      }
      await setBaseFee(50)
      const notes: string[] = []
      const stopped = await runSweeps(world, { notes, pause: () => setBaseFee(50) })
      expect([stopped?.unfinished.length, notes]).toEqual([
        2,
        [expect.stringContaining('is above the signed')],
      ])
      expect(await world.node.coins(world.gasWallet)).toBe(before)
      await setBaseFee(0.01)
      expect((await runSweeps(world))?.swept).toHaveLength(2)
    },
    MOST_MS,
  )

  it(
    'are sent again after a reorganisation',
    async () => {
      const { world, anvil } = await onEthereum(3, DEEP)
      let rounds = 0
      const totals = await runSweeps(world, {
        async pause() {
          rounds += 1
          // After the sweeps are in a block, and before they have the depth.
          if (rounds === 3) await anvil.call('anvil_reorg', [10, []])
          else await world.node.mine(1)
        },
      })
      expect(totals?.swept).toHaveLength(3)
      expect(await world.node.tokens(world.cold)).toBe(3n * PAID)
      for (const { address } of totals?.swept ?? []) expect(await world.node.tokens(address)).toBe(0n)
    },
    MOST_MS,
  )
})
