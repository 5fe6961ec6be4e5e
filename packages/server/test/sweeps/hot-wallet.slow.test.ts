import { rmSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { descriptionOf } from '../../src/networks/networks.js'
import { isAnvilSkipped } from '../support/nodes/anvil.js'
import { documentsOf } from '../support/server/operator.js'
import { accountOn } from '../support/sweeps/offline.js'
import { NODE_NETWORKS } from '../support/sweeps/sweep-nodes.js'
import { SweepWorld } from '../support/sweeps/sweep-world.js'
import { withdraw } from '../support/withdrawals/withdrawals.js'

const MOST_MS = 240_000
const COINS = 100n
const COUNT = 4
const MOST_ROUNDS = 30
const MINUTE_MS = 60_000

/** Lets the server try the withdrawals until it says that the wallet is short. @returns the command of the item */
async function shortage(world: SweepWorld): Promise<string> {
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    world.harness.clock.advance(MINUTE_MS)
    await world.follow()
    const items = documentsOf(await world.run('attention', '--json'))
    const item = items.find(({ kind }) => kind === 'hot_wallet_short')
    if (item) return String(item.command)
  }
  throw new Error('the hot wallet never ran short')
}

describe.skipIf(isAnvilSkipped).each(NODE_NETWORKS)('the hot wallet on %s', (network) => {
  it(
    'is filled by the command of the attention item, and every withdrawal that waited goes out',
    async () => {
      const world = await SweepWorld.start(network)
      const { node, harness, keys, desk } = world
      await world.payments(6)
      await node.fund(world.hotWallet, COINS * 10n ** BigInt(descriptionOf(network).coinDecimals))
      // TRON's blocks must be past the time of the database, and the lifetime of a payment.
      await node.mine(3, 1_500)
      const ids: string[] = []
      for (let at = 0; at < COUNT; at += 1) {
        const { json } = await withdraw(harness, keys, {
          network,
          destination_address: accountOn(network, 5),
        })
        expect(json).toMatchObject({ status: 'PENDING' })
        ids.push(json.id)
      }
      const command = await shortage(world)
      expect(command).toContain(`sweeps plan --environment test --network ${network} --to hot --fill`)
      const [, ...words] = command
        .replace('"..."', '0.3')
        .replace('plan.json', desk.path('plan.json'))
        .split(' ')
      expect(await world.run(...words, '--age', '0', '--max-percent', '50')).toMatchObject({
        ...{ status: 0, stderr: '' },
        stdout: expect.stringContaining('sum       50.00 USDT of 2 addresses'),
      })
      expect(await world.sign(world.hotWallet.slice(-6))).toMatchObject({ status: 0 })
      expect(await world.whileMining(world.send())).toMatchObject({ status: 0 })
      const status = async (id: string) =>
        (await harness.call('GET', `/v1/withdrawals/${id}`, { keys })).json.status
      for (
        let round = 0;
        round < MOST_ROUNDS && (await status(ids.at(-1) ?? '')) !== 'COMPLETED';
        round += 1
      ) {
        harness.clock.advance(MINUTE_MS)
        await world.follow()
      }
      for (const id of ids) expect(await status(id)).toBe('COMPLETED')
      rmSync(desk.path('plan.json'))
      expect(await world.run(...words)).toMatchObject({
        ...{ status: 1, stdout: '' },
        stderr: expect.stringContaining('those that still wait need coins for fees'),
      })
      await world.expectProven()
    },
    MOST_MS,
  )
})
