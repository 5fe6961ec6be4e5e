import { readdirSync, statSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { isAnvilSkipped } from '../support/nodes/anvil.js'
import { auditRows } from '../support/server/operator.js'
import { COLD, GAS_WALLET, SweepWorld } from '../support/sweeps/sweep-world.js'

const MOST_MS = 180_000

describe.skipIf(isAnvilSkipped)('sweeps on Ethereum', () => {
  it(
    'bring the payments home, and cost what their receipts say',
    async () => {
      const world = await SweepWorld.start()
      const addresses = await world.payments(20)
      const planned = await world.plan()
      expect([planned.status, planned.stderr, planned.stdout]).toEqual([
        0,
        '',
        expect.stringContaining('sum       500.00 USDT of 20 addresses'),
      ])
      expect(world.sign().stderr).toContain('Type the last 6 characters')
      const before = await world.coins(GAS_WALLET)
      const dry = await world.send('--dry-run')
      expect([dry.status, dry.stdout]).toEqual([0, expect.stringContaining('nothing was sent')])
      expect(await world.coins(GAS_WALLET)).toBe(before)
      const sent = await world.whileMining(world.send())
      expect([sent.status, sent.stderr]).toEqual([0, ''])
      expect(sent.stdout).toContain('swept     500.00 USDT of 20 addresses')
      expect(await world.tokens(COLD)).toBe(500_000_000n)
      for (const address of addresses) expect(await world.tokens(address)).toBe(0n)
      const [, spent = ''] = /^spent {5}([0-9.]+) ETH/m.exec(sent.stdout) ?? []
      const [whole = '', decimals = ''] = spent.split('.')
      expect(BigInt(whole + decimals.padEnd(18, '0'))).toBe(before - (await world.coins(GAS_WALLET)))
      await world.follow()
      expect(await world.run('ledger', 'verify', '--chain')).toMatchObject({ status: 0 })
      const actions = (await auditRows(world.harness, 'test/ERC20')).map(({ action }) => action)
      expect(actions).toEqual(['sweeps plan', 'sweeps send', 'sweeps sent'])
      const again = await world.whileMining(world.send())
      expect([again.status, await world.coins(GAS_WALLET)]).toEqual([
        0,
        before - BigInt(whole + decimals.padEnd(18, '0')),
      ])
      for (const name of readdirSync(world.desk.path('')).filter((each) => each !== 'gas.lock'))
        expect(statSync(world.desk.path(name)).mode & 0o777).toBe(0o600)
    },
    MOST_MS,
  )

  it(
    'leave out what must stay, and say why',
    async () => {
      const world = await SweepWorld.start()
      const [blacklisted = ''] = await world.payments(3)
      await world.served.token.send('0ecb93c0', [blacklisted])
      await world.follow()
      await world.run(
        'chains',
        'resume',
        '--environment',
        'test',
        '--network',
        'ERC20',
        '--kind',
        'address_blacklisted',
        '--reason',
        'seen',
      )
      const { json } = await world.harness.call('POST', '/v1/orders', {
        keys: world.keys,
        body: { amount: '50.00', currency: 'USDT', network: 'ERC20' },
      })
      await world.served.token.transfer(String(json.payment_address), 1_000_000n)
      await world.follow()
      const planned = await world.plan()
      expect([planned.stderr, planned.stdout]).toEqual(['', expect.stringContaining('2 addresses')])
      expect(planned.stdout).toMatch(/^left out {2}.*1 blacklisted/m)
      expect(planned.stdout).toMatch(/^left out {2}.*1 leased/m)
    },
    MOST_MS,
  )
})
