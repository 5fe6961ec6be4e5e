import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { RpcServer } from '../../../../test-support/nodes/rpc-server.js'
import { isAnvilSkipped } from '../support/nodes/anvil.js'
import { type ServedNetwork, serveNetwork } from '../support/nodes/served-network.js'
import { Harness, ORDER } from '../support/server/harness.js'
import { documentsOf, runCommand } from '../support/server/operator.js'

const TEN_MINUTES = 600_000
/** Longer than a readiness result is cached. */
const LATER_MS = 5_000

describe.skipIf(isAnvilSkipped)('a payment whose receipt a second node never has', () => {
  let served: ServedNetwork
  beforeAll(async () => {
    served = await serveNetwork()
  }, 60_000)
  afterAll(() => served?.anvil.stop())

  it('is not credited, and is reported after ten minutes until it is', async () => {
    const second = await RpcServer.start((method, params) => served.anvil.call(method, [...params]))
    onTestFinished(() => second.close())
    second.fail({ method: 'eth_getTransactionReceipt', fault: { kind: 'answer', change: () => null } })
    const harness = await Harness.start({
      ...served.env,
      MERCHANTPAY_METRICS_PORT: '0',
      MERCHANTPAY_TEST_ERC20_NODE_1_URL: served.anvil.url,
      MERCHANTPAY_TEST_ERC20_NODE_2_URL: second.url,
    })
    const keys = await harness.register()
    await harness.work()
    const body = { ...ORDER, network: 'ERC20' }
    const { json: order } = await harness.call('POST', '/v1/orders', { keys, body })
    const statusNow = async () => (await harness.call('GET', `/v1/orders/${order.id}`, { keys })).json.status
    const readiness = async () => {
      harness.clock.advanceReal(LATER_MS)
      return (await fetch(`${harness.server.url}/readyz`)).json()
    }
    const metric = async () =>
      /chain_condition\{[^}]*kind="confirmation_stuck"\} (\d)/.exec(
        await (await fetch(harness.server.metricsUrl ?? '')).text(),
      )?.[1]
    const check = async () => {
      await served.anvil.mine(1)
      await harness.work()
    }
    const txHash = await served.token.transfer(String(order.payment_address), 25_000_000n)
    await served.anvil.mine(5)
    await check()
    harness.clock.advance(TEN_MINUTES - 1)
    await check()
    expect([await statusNow(), await readiness(), await metric()]).toEqual([
      'CONFIRMING',
      { status: 'ok' },
      '0',
    ])
    harness.clock.advance(1)
    await check()
    expect([await statusNow(), await readiness(), await metric()]).toEqual([
      'CONFIRMING',
      { status: 'failing', failing: ['networks'] },
      '1',
    ])
    expect(documentsOf(runCommand(harness, ['chains', 'status', '--json']))).toContainEqual(
      expect.objectContaining({
        network: 'ERC20',
        condition: 'confirmation_stuck',
        reason: expect.stringContaining(`${txHash}/0`),
      }),
    )
    second.heal()
    await check()
    await check()
    expect([await statusNow(), await readiness(), await metric()]).toEqual(['PAID', { status: 'ok' }, '0'])
  }, 60_000)
})
