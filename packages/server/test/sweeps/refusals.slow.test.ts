import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { openSeedWallet } from '../../src/chain/wallet/seed-wallet.js'
import { readSigned } from '../../src/domain/sweeps/file-reader.js'
import { signedText } from '../../src/domain/sweeps/file-text.js'
import type { SweepPlan } from '../../src/domain/sweeps/sweep-file.js'
import { descriptionOf } from '../../src/networks/networks.js'
import { lockFile } from '../../src/storage/sqlite/sqlite-lock.js'
import { isAnvilSkipped } from '../support/nodes/anvil.js'
import { accountOn, OTHER_WORDS } from '../support/sweeps/offline.js'
import { STAKE_KEY as POOR_KEY } from '../support/sweeps/staking.js'
import { NODE_NETWORKS } from '../support/sweeps/sweep-nodes.js'
import { GAS_KEY, HOT_KEY, SweepWorld } from '../support/sweeps/sweep-world.js'

const MOST_MS = 240_000

describe.skipIf(isAnvilSkipped).each(NODE_NETWORKS)('sweeps send on %s', (network) => {
  it(
    'refuses every other file, setting and gas key, and sends nothing',
    async () => {
      const world = await SweepWorld.start(network)
      const { desk, node, gasWallet } = world
      await world.payments(3)
      await world.prepare()
      const before = await node.coins(gasWallet)
      const signed = desk.text('signed.json')
      const file = readSigned(signed)
      const refused = async (why: string | RegExp, ...args: string[]) => {
        const ran = await world.send(...args)
        expect([ran.status, ran.stderr]).toEqual([1, expect.stringMatching(why)])
      }
      const changed: [Partial<SweepPlan>, string][] = [
        [{ items: [...file.plan.items].reverse() }, 'is not signed by its key'],
        [{ destination: accountOn(network, 9) }, 'the file sends to'],
        [{ environment: 'live' }, 'is not served by nodes'],
      ]
      for (const [changes, why] of changed) {
        desk.write('signed.json', signedText({ ...file, plan: { ...file.plan, ...changes } }))
        await refused(why)
      }
      desk.write('signed.json', signed)

      world.env[`MERCHANTPAY_TEST_${network}_SWEEP_COLD`] = accountOn(network, 9)
      await refused('the cold wallet of the settings is')
      world.env[`MERCHANTPAY_TEST_${network}_SWEEP_COLD`] = world.cold

      const seed = await openSeedWallet(desk.path('seed'), descriptionOf(network).accountPath)
      desk.write('junk', OTHER_WORDS)
      const junk = await openSeedWallet(desk.path('junk'), descriptionOf(network).accountPath)
      const keys: [string, string][] = [
        [HOT_KEY, 'the hot wallet'],
        [seed.keyAt(1), 'an address that receives payments'],
        [junk.keyAt(0), 'whose key is public'],
      ]
      for (const [key, why] of keys) {
        desk.write('gas', key)
        await refused(why)
      }
      desk.write('gas', GAS_KEY)

      const release = lockFile(desk.path('gas.lock'), 'held')
      await refused('another process uses the key')
      release()
      expect(await node.coins(gasWallet)).toBe(before)
      expect(existsSync(desk.path('gas.topups'))).toBe(false)

      desk.write('gas', POOR_KEY)
      const poor = await world.whileMining(world.send())
      expect([poor.status, poor.stderr]).toEqual([
        1,
        expect.stringContaining('enough coins for the next address'),
      ])
      desk.write('gas', GAS_KEY)

      const little = await world.whileMining(world.send('--max-cost', '0.000001'))
      expect([little.status, little.stderr]).toEqual([1, expect.stringContaining('--max-cost')])
      expect(little.stdout).toContain('open      3 addresses')
      expect(await node.coins(gasWallet)).toBe(before)

      await node.call('pause()')
      await world.follow()
      await refused('token_paused')
    },
    MOST_MS,
  )
})
