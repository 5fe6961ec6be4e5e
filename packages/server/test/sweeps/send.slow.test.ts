import { readdirSync, statSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { descriptionOf } from '../../src/networks/networks.js'
import { signInAs, WITH_CONSOLE } from '../support/console/console-client.js'
import { isAnvilSkipped } from '../support/nodes/anvil.js'
import { auditRows, documentsOf } from '../support/server/operator.js'
import { NODE_NETWORKS } from '../support/sweeps/sweep-nodes.js'
import { SweepWorld } from '../support/sweeps/sweep-world.js'

const MOST_MS = 240_000
const COUNT = 20
const OWN_FILES = new Set(['gas.lock'])

describe.skipIf(isAnvilSkipped).each(NODE_NETWORKS)('sweeps on %s', (network) => {
  /** Reads an amount of coins from a line of the output. */
  function coinsIn(text: string, line: RegExp): bigint {
    const [whole = '', decimals = ''] = (line.exec(text)?.[1] ?? '').split('.')
    return BigInt(whole + decimals.padEnd(descriptionOf(network).coinDecimals, '0'))
  }

  it(
    'bring the payments home, and cost what their receipts say',
    async () => {
      const world = await SweepWorld.start(network, WITH_CONSOLE)
      const { node, cold, gasWallet } = world
      const addresses = await world.payments(COUNT)
      const planned = await world.plan()
      expect([planned.status, planned.stderr, planned.stdout]).toEqual([
        ...[0, ''],
        expect.stringContaining('sum       500.00 USDT of 20 addresses'),
      ])
      expect(await world.sign()).toMatchObject({ status: 0 })
      const before = await node.coins(gasWallet)
      const dry = await world.send('--dry-run')
      expect([dry.status, dry.stdout]).toEqual([0, expect.stringContaining('nothing was sent')])
      const sent = await world.whileMining(world.send())
      expect([sent.status, sent.stdout]).toEqual([
        0,
        expect.stringContaining('swept     500.00 USDT of 20 addresses'),
      ])
      expect(await node.tokens(cold)).toBe(500_000_000n)
      for (const address of addresses) expect(await node.tokens(address)).toBe(0n)
      const spent = before - (await node.coins(gasWallet))
      expect(coinsIn(sent.stdout, /^spent {5}([0-9.]+) /m)).toBe(spent)
      const expected = coinsIn(planned.stdout, /^cost {6}([0-9.]+) [A-Z]+ in all/m)
      expect((spent * 100n) / expected).toBeGreaterThanOrEqual(97n)
      expect((spent * 100n) / expected).toBeLessThanOrEqual(103n)
      await world.expectProven()
      const [explained = {}] = documentsOf(await world.run('orders', 'explain', addresses[0] ?? '', '--json'))
      expect(explained).toMatchObject({ movements: [{ kind: 'sweep', amount: '25.00', to: cold }] })
      const { id } = explained.order as { id: string }
      const page = await (await signInAs(world.harness)).get(`/console/orders/${id}`)
      expect(page.text).toContain('Swept: 25.00 USDT')
      const left = await world.run(
        ...['addresses', 'list', '--environment', 'test', '--network', network, '--sweepable'],
      )
      expect(left).toMatchObject({ status: 0, stdout: 'none\n', stderr: '0.00 USDT at 0 addresses\n' })
      const actions = (await auditRows(world.harness, `test/${network}`)).map(({ action }) => action)
      expect(actions).toEqual(['sweeps plan', 'sweeps send', 'sweeps sent'])
      const again = await world.whileMining(world.send())
      expect([again.status, before - (await node.coins(gasWallet))]).toEqual([0, spent])
      for (const name of readdirSync(world.desk.path('')).filter((each) => !OWN_FILES.has(each)))
        expect(statSync(world.desk.path(name)).mode & 0o777).toBe(0o600)
    },
    MOST_MS,
  )

  it(
    'leave out what must stay, and say why',
    async () => {
      const world = await SweepWorld.start(network)
      const [blacklisted = ''] = await world.payments(3)
      await world.node.call('addBlackList(address)', blacklisted)
      await world.node.transfer(await world.order('50.00'), 1_000_000n)
      await world.follow()
      const planned = await world.plan()
      expect([planned.stderr, planned.stdout]).toEqual(['', expect.stringContaining('of 2 addresses')])
      expect(planned.stdout).toMatch(/^left out {2}.*1 blacklisted/m)
      expect(planned.stdout).toMatch(/^left out {2}.*1 leased/m)
      const young = await world.plan('--age', '99999', '--out', world.desk.path('young.json'))
      expect([young.status, young.stderr]).toEqual([1, expect.stringContaining('2 young')])
      await world.node.call('pause()')
      await world.follow()
      const paused = await world.plan('--out', world.desk.path('paused.json'))
      expect([paused.status, paused.stderr]).toEqual([1, expect.stringContaining('token_paused')])
    },
    MOST_MS,
  )
})
