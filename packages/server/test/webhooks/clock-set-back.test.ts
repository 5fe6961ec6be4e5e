import { describe, expect, it } from 'vitest'
import { issueWebhookSecret } from '../../src/domain/webhooks/webhook-secrets.js'
import { ENGINES } from '../support/storage/engines.js'
import { DELIVERED, DeliveryEngine, failed, tick, work } from '../support/webhooks/delivery-engine.js'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DELAYS = [60, 300, 1_800, 7_200, 86_400].map((seconds) => seconds * SECOND)

async function start(engine: (typeof ENGINES)[number]) {
  const one = await DeliveryEngine.start(engine)
  await one.endpoint('https://shop.example/hook')
  return one
}

describe.each(ENGINES)('a delivery on %s after the clock was set back', (engine) => {
  it('goes out at once where the server was killed during its first attempt', async () => {
    const one = await start(engine)
    await one.enqueue()
    one.answer = () => new Promise(() => undefined)
    await tick(one.dispatcher('killed'))
    one.pass(-2 * HOUR)
    one.answer = () => DELIVERED
    await work(one.dispatcher('next'))
    expect(one.sent).toHaveLength(2)
    expect(await one.deliveries()).toMatchObject([{ status: 'DELIVERED', attempts: 1n }])
  })

  it('is retried after the delays of the schedule, counted from the new time', async () => {
    const one = await start(engine)
    await one.enqueue()
    one.answer = () => failed('HTTP 500')
    await work(one.dispatcher('before'))
    for (const [at, delayMs] of DELAYS.entries()) {
      one.pass(-2 * HOUR)
      const dispatcher = one.dispatcher(`after ${at}`)
      await work(dispatcher)
      one.pass(delayMs - 1)
      await work(dispatcher)
      expect(one.sent).toHaveLength(at + 1)
      one.pass(1)
      await work(dispatcher)
      expect(one.sent).toHaveLength(at + 2)
    }
  })

  it('goes out at once where the server keeps running', async () => {
    const one = await start(engine)
    const dispatcher = one.dispatcher()
    await work(dispatcher)
    await one.enqueue()
    one.pass(-2 * HOUR)
    await work(dispatcher)
    expect(one.sent).toHaveLength(1)
  })

  it('keeps its due time where that is one of the schedule', async () => {
    const one = await start(engine)
    await one.enqueue()
    one.answer = () => failed('HTTP 500')
    await work(one.dispatcher('before'))
    one.pass(59 * SECOND)
    await work(one.dispatcher('after'))
    one.pass(SECOND - 1)
    await work(one.dispatcher('later'))
    expect(one.sent).toHaveLength(1)
  })

  it('a delivery after the clock was set back that waited for a secret goes out once there is one', async () => {
    const one = await start(engine)
    const side = await one.database.side()
    await side.script('DELETE FROM webhook_secrets')
    await one.enqueue()
    one.pass(-2 * HOUR)
    const dispatcher = one.dispatcher()
    await work(dispatcher)
    const scope = { merchantId: 'shop', environment: 'test' } as const
    await one.database.store.write((tx) => issueWebhookSecret(tx, one.context, scope))
    await work(dispatcher)
    expect(one.sent).toHaveLength(1)
  })

  it('does not put a target behind others because of a lease by the earlier clock', async () => {
    const one = await start(engine)
    await one.enqueue()
    await work(one.dispatcher('before'))
    await one.enqueue()
    one.pass(-2 * HOUR)
    await work(one.dispatcher('after'))
    const side = await one.database.side()
    const rows = await side.rows<{ last_leased_at: bigint; unsure_since: bigint | null }>(
      'SELECT last_leased_at, unsure_since FROM webhook_targets',
    )
    const now = BigInt(one.clock.real())
    expect(rows.map(({ last_leased_at }) => last_leased_at <= now)).toEqual([true])
    expect(rows.map(({ unsure_since }) => unsure_since === null || unsure_since <= now)).toEqual([true])
  })

  it('corrects the due times of all targets and deliveries', async () => {
    const one = await DeliveryEngine.start(engine)
    for (let host = 0; host < 120; host += 1) await one.enqueue(5, { ownUrl: `https://s${host}.example/` })
    await one.enqueue(520, { ownUrl: 'https://many.example/' })
    one.pass(-2 * HOUR)
    await tick(one.dispatcher())
    const side = await one.database.side()
    const late = `SELECT id FROM webhook_deliveries WHERE next_attempt_at > ${one.clock.now()}`
    const dueTimes = `SELECT target FROM webhook_targets WHERE next_due_at > ${one.clock.now()} AND unsure_since IS NULL`
    expect([await side.rows(late), await side.rows(dueTimes)]).toEqual([[], []])
  })
})
