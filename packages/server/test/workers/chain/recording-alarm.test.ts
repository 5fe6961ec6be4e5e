import { expect, it } from 'vitest'
import { Harness, ORDER } from '../../support/server/harness.js'
import { type Side, sideOf } from '../../support/storage/engines.js'

const signal = new AbortController().signal

/** From here on no transfer can be stored. */
const plant = (side: Side) =>
  side.script(
    "CREATE TRIGGER planted BEFORE INSERT ON transfers BEGIN SELECT RAISE(ABORT, 'planted fault'); END",
  )

it('a network whose blocks cannot be recorded sets a condition after the third failure, and takes orders again afterwards', async () => {
  const harness = await Harness.start({}, { engine: 'sqlite' })
  const keys = await harness.register()
  const create = async (network: string) =>
    (await harness.call('POST', '/v1/orders', { keys, body: { ...ORDER, network } })).status
  const watcher = harness.server.workers.find(({ name }) => name === 'chain-watcher test TRC20')
  const failOnce = () => expect(watcher?.tick(signal)).rejects.toThrow('planted fault')
  const conditions = () => side.rows<{ kind: string }>('SELECT network, kind, reason FROM chain_conditions')
  const { json } = await harness.call('POST', '/v1/orders', { keys, body: ORDER })
  await harness.work()
  const side = await sideOf(harness.database)
  await plant(side)
  const target = `/v1/test_helpers/orders/${json.id}/simulate`
  expect((await harness.call('POST', target, { keys, body: { action: 'pay' } })).status).toBe(200)
  harness.clock.advance(1_000)

  for (let failures = 1; failures <= 2; failures += 1) await failOnce()
  expect([await conditions(), await create('TRC20')]).toEqual([[], 201])
  await failOnce()
  expect(await conditions()).toMatchObject([
    {
      network: 'TRC20',
      kind: 'recording_stuck',
      reason: expect.stringMatching(/^blocks up to \d+ cannot be .*: planted fault$/),
    },
  ])
  expect([await create('TRC20'), await create('ERC20')]).toEqual([400, 201])

  await side.script('DROP TRIGGER planted')
  await harness.pass(5_000)
  expect([await conditions(), await create('TRC20')]).toEqual([[], 201])
  const { json: order } = await harness.call('GET', `/v1/orders/${json.id}`, { keys })
  expect(order.status).toBe('PAID')
})
