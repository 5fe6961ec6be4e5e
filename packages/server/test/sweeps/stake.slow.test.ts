import { describe, expect, it } from 'vitest'
import { accountOfKey } from '../../src/chain/wallet/recoverable-signature.js'
import { encodeAddress } from '../../src/networks/spellings.js'
import { DELEGATION_TYPES, STAKE_KEY, Staking } from '../support/sweeps/staking.js'
import { type Kill, runSweeps } from '../support/sweeps/sweep-lives.js'
import { GAS_KEY, HOT_KEY, PAID, SweepWorld } from '../support/sweeps/sweep-world.js'

const MOST_MS = 300_000
const COUNT = 6
const TRX = 1_000_000n
const TRANSFER_TYPE = 1
/** Covers three transfers, and six of them, five at once. */
const [LITTLE_ENERGY, ENERGY] = [220_000, 405_000]
const KILLS: readonly Kill[] = [1, 2, 3, 4, 5].flatMap((at) => [
  { at, when: 'before' },
  { at, when: 'after' },
])

/** A world with a staking account whose key may delegate and nothing else. */
async function begin(energy = ENERGY, types?: readonly number[]) {
  const world = await SweepWorld.start('TRC20')
  const { tron } = world.node
  if (!tron) throw new Error('no TRON node')
  world.desk.write('stake', STAKE_KEY)
  const staking = new Staking(tron, world.stakeAccount)
  await staking.begin(energy, types)
  // The cold wallet has the token, so that its transfers cost the lower price.
  await world.node.transfer(world.cold, 1n)
  await world.payments(COUNT)
  return { world, staking }
}

/** Reads an amount of TRX from a line of the output, in sun. */
function sunIn(text: string, line: RegExp): bigint {
  const [whole = '', decimals = ''] = (line.exec(text)?.[1] ?? '').split('.')
  return BigInt(whole + decimals.padEnd(6, '0'))
}

describe('sweeps by stake', () => {
  it(
    'burn no coins for energy, lend no more than the stake covers, and leave nothing lent',
    async () => {
      const { world, staking } = await begin(LITTLE_ENERGY)
      const { node, gasWallet, cold, stakeAccount } = world
      const planned = await world.plan('--method', 'stake', '--max-percent', '2')
      expect([planned.status, planned.stderr]).toEqual([0, ''])
      expect(planned.stdout).toMatch(/^note {6}the staking account lends [0-9]+ energy to each address$/m)
      expect(await world.sign()).toMatchObject({ status: 0 })
      const before = [await node.coins(gasWallet), await node.coins(stakeAccount)] as const
      expect((await world.send()).stderr).toContain('--stake-key-file is missing')
      const dry = await world.sendByStake('--dry-run')
      expect([dry.status, dry.stderr]).toEqual([0, ''])
      expect(dry.stdout).toContain(`stake     ${stakeAccount}, 22000 TRX free`)

      // Energy that transfers have used recovers within a day.
      const first = await world.whileMining(world.sendByStake())
      expect([first.status, first.stderr]).toEqual([
        1,
        expect.stringContaining('the free stake does not cover one address'),
      ])
      expect(first.stdout).toContain('swept     75.00 USDT of 3 addresses')
      expect(await staking.receivers()).toEqual([])
      await staking.setEnergy(2 * LITTLE_ENERGY)
      const sent = await world.whileMining(world.sendByStake())
      expect([sent.status, sent.stdout]).toEqual([0, expect.stringContaining(`of ${COUNT} addresses`)])

      expect(await node.tokens(cold)).toBe(PAID * BigInt(COUNT) + 1n)
      expect(await staking.receivers()).toEqual([])
      const spent = before[0] - (await node.coins(gasWallet))
      expect(sunIn(sent.stdout, /^spent {5}([0-9.]+) TRX/m)).toBe(spent)
      expect(spent).toBe(BigInt(COUNT) * (1n + (TRX * 11n) / 10n))
      const burned = before[1] - (await node.coins(stakeAccount))
      const stated = [first, sent].map(({ stdout }) =>
        sunIn(stdout, /^ +([0-9.]+) TRX burned by the staking account/m),
      )
      expect(stated.reduce((sum, sun) => sum + sun, 0n)).toBe(burned)
      expect(burned).toBeGreaterThan(0n)
      await world.expectProven()
    },
    MOST_MS,
  )

  it(
    'take back what a killed run left lent',
    async () => {
      const { world, staking } = await begin()
      await world.prepare('--method', 'stake')
      let kills = 0
      let left = 0
      for (const kill of KILLS) {
        if (await runSweeps(world, { kill })) break
        kills += 1
        await world.node.mine(1)
        left = Math.max(left, (await staking.receivers()).length)
      }
      expect([kills > 5, left > 0]).toEqual([true, true])
      const sent = await world.whileMining(world.sendByStake())
      expect([sent.status, sent.stdout]).toEqual([0, expect.stringContaining(`of ${COUNT} addresses`)])
      expect(await staking.receivers()).toEqual([])
      expect(await world.node.tokens(world.cold)).toBe(PAID * BigInt(COUNT) + 1n)
      await world.expectProven()
    },
    MOST_MS,
  )

  it(
    'refuse a staking key that can do more, one that is not of the account, and one with another use',
    async () => {
      const { world, staking } = await begin(ENERGY, [TRANSFER_TYPE, ...DELEGATION_TYPES])
      await world.prepare('--method', 'stake')
      const refused = async (why: string) => {
        const ran = await world.sendByStake()
        expect([ran.status, ran.stderr]).toEqual([1, expect.stringContaining(why)])
      }
      await refused('nothing else')
      await staking.permit(encodeAddress('TRC20', accountOfKey(STAKE_KEY)))
      world.desk.write('stake', GAS_KEY)
      await refused('nothing else')
      await staking.permit(world.hotWallet)
      world.desk.write('stake', HOT_KEY)
      await refused('the hot wallet: use a key of its own')
      expect((await world.send('--stake-account', world.stakeAccount)).stderr).toContain('--stake-key-file')
    },
    MOST_MS,
  )
})
