import { expect, it } from 'vitest'
import { isAnvilSkipped } from '../support/nodes/anvil.js'
import { RESIDUE } from '../support/sweeps/sweep-nodes.js'
import { PAID, SweepWorld } from '../support/sweeps/sweep-world.js'

const MOST_MS = 240_000
const COUNT = 3
const BALANCE_OF = '0x70a08231'

it.skipIf(isAnvilSkipped)(
  'sweeps on BNB Smart Chain move what the ledger has, and leave the decimals below it',
  async () => {
    const world = await SweepWorld.start('BEP20')
    const { anvil } = world.node
    const addresses = await world.payments(COUNT)
    // The final block is two behind the newest.
    await world.follow()
    await world.prepare()
    const sent = await world.whileMining(world.send())
    expect([sent.status, sent.stdout]).toEqual([
      0,
      expect.stringContaining(`swept     75.00 USDT of ${COUNT} addresses`),
    ])
    expect(await world.node.tokens(world.cold)).toBe(PAID * BigInt(COUNT))
    for (const address of addresses) {
      const data = `${BALANCE_OF}${address.slice(2).toLowerCase().padStart(64, '0')}`
      const left = await anvil?.call('eth_call', [{ to: world.node.token, data }, 'latest'])
      expect(BigInt(String(left))).toBe(RESIDUE)
    }
    await world.expectProven()
  },
  MOST_MS,
)
