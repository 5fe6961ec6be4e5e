import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { RpcServer } from '../../../../test-support/nodes/rpc-server.js'
import { isAnvilSkipped } from '../support/nodes/anvil.js'
import { type ServedNetwork, serveNetwork } from '../support/nodes/served-network.js'
import { temporaryFolder } from '../support/server/folder.js'
import { Harness, ORDER } from '../support/server/harness.js'
import { runCommand } from '../support/server/operator.js'
import { sideOf } from '../support/storage/engines.js'

const NO_BLOOM = `0x${'0'.repeat(512)}`

describe.skipIf(isAnvilSkipped)('chains rescan beside a server that screens payments', () => {
  let served: ServedNetwork

  const honest = (method: string, params: readonly unknown[]) => served.anvil.call(method, [...params])
  /** A node that lost the events of all blocks, also in their headers. */
  async function forgetful(method: string, params: readonly unknown[]): Promise<unknown> {
    const answer = await honest(method, params)
    if (method === 'eth_getLogs') return []
    return method === 'eth_getBlockByNumber' ? { ...(answer as object), logsBloom: NO_BLOOM } : answer
  }

  beforeAll(async () => {
    served = await serveNetwork()
  }, 60_000)
  afterAll(() => served?.anvil.stop())

  async function begin() {
    const node = await RpcServer.start(honest)
    onTestFinished(() => node.close())
    const denyFile = join(temporaryFolder(), 'denied')
    writeFileSync(denyFile, '')
    const env = {
      ...served.env,
      MERCHANTPAY_TEST_ERC20_NODE_1_URL: node.url,
      MERCHANTPAY_SCREENING_DENYLIST_FILE: denyFile,
    }
    const harness = await Harness.start(env)
    const keys = await harness.register()
    await harness.work()
    return {
      harness,
      deny: (address: string) => writeFileSync(denyFile, `${address}\n`),
      // The node cannot answer while this process waits for the command.
      command: (...args: string[]) =>
        runCommand(harness, args, { ...env, MERCHANTPAY_TEST_ERC20_NODE_1_URL: served.anvil.url }),
      orderNow: async (id: unknown) =>
        (await harness.call('GET', `/v1/orders/${id}`, { keys })).json as Record<string, unknown>,

      /** An order that was paid in a block whose events the node left out. */
      async missedPayment(): Promise<unknown> {
        const body = { ...ORDER, network: 'ERC20' }
        const { json } = await harness.call('POST', '/v1/orders', { keys, body })
        node.become(forgetful)
        await served.token.transfer(String(json.payment_address), 25_000_000n)
        await served.anvil.mine(5)
        await harness.work()
        node.become(honest)
        expect(await this.orderNow(json.id)).toMatchObject({ status: 'OPEN', received_amount: '0.00' })
        return json.id
      },

      async rescan(): Promise<string> {
        const head = await served.anvil.headNumber()
        const range = ['--from', `${head - 5}`, '--to', `${head}`]
        const network = ['--environment', 'test', '--network', 'ERC20']
        return this.command('chains', 'rescan', ...network, ...range).stdout
      },
    }
  }

  it('records a missed payment, which waits for screening and is credited once', async () => {
    const world = await begin()
    const id = await world.missedPayment()
    expect(await world.rescan()).toMatch(/: 1 missing transfers recorded$/m)
    expect(await world.orderNow(id)).toMatchObject({ status: 'CONFIRMING', received_amount: '25.00' })
    // Screening is pending: another rescan credits nothing either.
    expect(await world.rescan()).toMatch(/: 0 missing transfers recorded$/m)
    await world.harness.work()
    const paid = { status: 'PAID', received_amount: '25.00', credited_amount: '24.75' }
    expect(await world.orderNow(id)).toMatchObject(paid)
    await world.rescan()
    await world.harness.work()
    expect(await world.orderNow(id)).toMatchObject(paid)
    const deposits = "SELECT COUNT(*) FROM ledger_transactions WHERE kind = 'deposit'"
    expect([
      Number(await (await sideOf(world.harness.database)).value(deposits)),
      world.command('ledger', 'verify').status,
    ]).toEqual([1, 0])
  }, 120_000)

  it('freezes an order whose payment is flagged', async () => {
    const world = await begin()
    const id = await world.missedPayment()
    world.deny(served.token.owner)
    expect(await world.rescan()).toMatch(/: 1 missing transfers recorded$/m)
    await world.harness.work()
    expect([(await world.orderNow(id)).status, world.command('ledger', 'verify').status]).toEqual([
      'FROZEN',
      0,
    ])
  }, 120_000)
})
