import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isAnvilSkipped } from '../support/nodes/anvil.js'
import { type ServedNetwork, serveNetwork } from '../support/nodes/served-network.js'
import { temporaryFolder } from '../support/server/folder.js'
import { Harness, ORDER, type Registered } from '../support/server/harness.js'
import { auditRows, commandBeside, documentsOf, runCommand } from '../support/server/operator.js'
import { sideOf } from '../support/storage/engines.js'

const NETWORK = ['--environment', 'test', '--network', 'ERC20']
const BODY = { ...ORDER, network: 'ERC20' }
const PAID = 25_000_000n
/** More blocks than are remembered. */
const DEEP = 262

describe.skipIf(isAnvilSkipped)('a network whose blocks no longer continue the ledger', () => {
  let served: ServedNetwork
  beforeAll(async () => {
    served = await serveNetwork()
  }, 60_000)
  afterAll(() => served?.anvil.stop())

  const order = async (harness: Harness, keys: Registered) =>
    (await harness.call('POST', '/v1/orders', { keys, body: BODY })).json as Record<string, string>
  const statusOf = async (harness: Harness, keys: Registered, id = '') =>
    (await harness.call('GET', `/v1/orders/${id}`, { keys })).json.status
  const pay = async (harness: Harness, { payment_address: to = '' }: Record<string, string>) => {
    await served.token.transfer(to, PAID)
    await served.anvil.mine(4)
    await harness.work()
  }
  const conditions = (harness: Harness) =>
    documentsOf(runCommand(harness, ['chains', 'status', '--json'], served.env)).flatMap(
      ({ network, environment, condition }) =>
        network === 'ERC20' && environment === 'test' ? [condition] : [],
    )

  it('continues from a block that the operator names, and reverses only transfers that are gone', async () => {
    const harness = await Harness.start(served.env)
    const keys = await harness.register()
    await harness.work()
    const [kept, lost] = [await order(harness, keys), await order(harness, keys)]
    const resetBlock = await served.anvil.headNumber()
    await pay(harness, kept)
    await pay(harness, lost)
    await served.anvil.mine(DEEP - 5)
    await harness.work()
    // The payment of the second order is in the oldest of the replaced blocks.
    await served.anvil.call('anvil_reorg', [DEEP, []])
    await served.anvil.mine(1)
    await harness.work()
    // The command calls a node that this process runs. A synchronous wait would block the node's output.
    const chains = (command: string, ...more: string[]) =>
      commandBeside(
        harness.databaseEnv,
        ['chains', command, ...NETWORK, ...more, '--reason', 'checked'],
        served.env,
      )
    expect(conditions(harness)).toEqual(['halted'])
    expect((await chains('resume')).status).toBe(0)
    await harness.work()
    expect(conditions(harness)).toEqual(['halted'])
    expect([await statusOf(harness, keys, kept.id), await statusOf(harness, keys, lost.id)]).toEqual([
      'PAID',
      'PAID',
    ])

    // This condition must stay: its block is below the reset block, so nothing would report it again.
    const { script } = await sideOf(harness.database)
    await script(`INSERT INTO chain_conditions (environment, network, kind, reason, since_at)
      VALUES ('test', 'ERC20', 'token_deprecated', 'reported by the test', 1767225600000)`)
    expect(
      (await chains('reset-cursor', '--block', `${resetBlock}`, '--kind', 'token_deprecated')).status,
    ).toBe(2)
    expect(await chains('reset-cursor', '--block', `${resetBlock}`)).toMatchObject({
      stderr: '',
      status: 0,
      stdout: expect.stringMatching(/^test\/ERC20 continues from block \d+: [12] transfers above it are /),
    })
    expect(conditions(harness).toSorted()).toEqual(['signer_paused', 'token_deprecated'])
    await harness.work()
    expect(conditions(harness).toSorted()).toEqual(['signer_paused', 'token_deprecated'])
    expect((await chains('resume', '--kind', 'token_deprecated')).status).toBe(0)
    expect([await statusOf(harness, keys, kept.id), await statusOf(harness, keys, lost.id)]).toEqual([
      'PAID',
      'FROZEN',
    ])
    const later = await order(harness, keys)
    await pay(harness, later)
    expect(await statusOf(harness, keys, later.id)).toBe('PAID')
    expect((await auditRows(harness, 'test/ERC20')).map(({ action }) => action)).toContain(
      'chains reset-cursor',
    )
  }, 60_000)

  it('continues in several batches when one cannot reverse all blocks above the reset block', async () => {
    const harness = await Harness.start(served.env)
    const keys = await harness.register()
    await harness.work()
    const resetBlock = await served.anvil.headNumber()
    const paid = await order(harness, keys)
    await pay(harness, paid)
    const { script } = await sideOf(harness.database)
    await script(`INSERT INTO transfers (environment, network, tx_hash, log_index, from_address, to_address, value,
        block_number, block_hash, block_time, incarnation, late, flagged, due_block, ignored_reason)
      WITH RECURSIVE counted (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM counted WHERE n < 10000)
      SELECT environment, network, tx_hash, 100000 + n, from_address, to_address, value,
        block_number, block_hash, block_time, incarnation, late, flagged, due_block, 'implausible'
      FROM transfers, counted WHERE order_id = '${paid.id}'`)
    const resumeAt = (number: number) =>
      commandBeside(
        harness.databaseEnv,
        ['chains', 'reset-cursor', ...NETWORK, '--block', `${number}`, '--reason', 'deep'],
        served.env,
      )
    expect(await resumeAt(resetBlock)).toMatchObject({
      ...{ status: 0, stderr: '' },
      stdout: expect.stringContaining('10000 transfers above it are new, moved or gone'),
    })
    expect(conditions(harness)).toEqual(['signer_paused'])
    await script('DELETE FROM transfers WHERE log_index > 100000')
    expect(await statusOf(harness, keys, paid.id)).toBe('PAID')
  }, 60_000)

  it('is not reset to a block that no node has', async () => {
    const harness = await Harness.start(served.env)
    await harness.work()
    const ran = runCommand(
      harness,
      ['chains', 'reset-cursor', ...NETWORK, '--block', '99999999', '--reason', 'a typing error'],
      served.env,
    )
    expect(ran.status).not.toBe(0)
    expect(ran.stderr).toContain('no node has block 99999999')
  })

  it('starts anew after a change from a sandbox to nodes and back', async () => {
    const folder = temporaryFolder()
    const atOnce = { MERCHANTPAY_ADDRESS_COOLDOWN_SECONDS: '0' }
    const addresses: unknown[] = []
    let keys: Registered | undefined

    /** A server on the same database; one order is paid and final, another is not final yet. */
    async function live(env: Record<string, string>, payOn: (each: Harness, id: string) => Promise<void>) {
      const harness = await Harness.open(folder, { ...atOnce, ...env })
      try {
        keys ??= await harness.register('the same one')
        await harness.work()
        const paid = await order(harness, keys)
        addresses.push(paid.payment_address)
        await payOn(harness, paid.id ?? '')
        expect(await statusOf(harness, keys, paid.id)).toBe('PAID')
        expect(conditions(harness)).toEqual([null])
      } finally {
        await harness.close()
      }
    }
    const simulate = async (harness: Harness, id: string) => {
      const target = `/v1/test_helpers/orders/${id}/simulate`
      await harness.call('POST', target, { keys: keys as Registered, body: { action: 'pay' } })
      await harness.pass(10_000)
      const { id: other } = await order(harness, keys as Registered)
      const loose = `/v1/test_helpers/orders/${other}/simulate`
      await harness.call('POST', loose, { keys: keys as Registered, body: { action: 'pay' } })
      await harness.pass(1_000)
    }
    await live({}, simulate)
    await live({ ...served.env }, async (harness) => {
      const paid = { payment_address: String(addresses.at(-1)) }
      await pay(harness, paid)
    })
    await live({}, simulate)
    expect(new Set(addresses).size).toBe(3)
  }, 60_000)
})
