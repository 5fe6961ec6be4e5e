/** Receivers of one merchant that are down, slow, endless or redirect, beside a healthy one. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { freePort } from '../../../../test-support/net/free-port.js'
import {
  HOSTILE_MODES,
  HostileReceiver,
  type Mode,
  type Sentinel,
  startSentinel,
} from '../../../../test-support/net/hostile-receiver.js'
import { temporaryFolder } from '../support/server/folder.js'
import { Harness, type Keys } from '../support/server/harness.js'
import {
  callEndpoint,
  deliveriesOf,
  makeExpiring,
  redeliver,
  subscribe,
} from '../support/webhooks/webhook-endpoint.js'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DELAYS = [MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 24 * HOUR]

let receiver: HostileReceiver
let sentinel: Sentinel
beforeAll(async () => {
  sentinel = await startSentinel('127.0.0.1')
  receiver = await HostileReceiver.start({ elsewhere: `https://127.0.0.1:${sentinel.port}/`, lateMs: 60_000 })
})
afterAll(async () => {
  await receiver.close()
  sentinel.close()
})

const BAD: readonly Mode[] = ['silent', 'redirects 302', 'expired', 'reset', 'endless headers']

/** The error in the delivery log while the receiver has never answered 2xx. */
function toldOf(mode: Mode) {
  const error = HOSTILE_MODES.get(mode)
  return error === 'timeout' || error === 'connection_reset' ? 'unreachable' : error
}

async function start() {
  const caFile = join(temporaryFolder(), 'receiver.pem')
  writeFileSync(caFile, receiver.authority)
  const harness = await Harness.start({
    MERCHANTPAY_WEBHOOK_CA_FILE: caFile,
    MERCHANTPAY_WEBHOOK_TIMEOUT_MS: '1500',
  })
  const keys = await harness.register()
  const open = async (url: string) => ({ harness, keys, id: await subscribe(harness, keys, url) })
  return { harness, keys, open }
}

/** The single delivery of each receiver. */
const all = async (endpoints: readonly { harness: Harness; keys: Keys; id: string }[]) => {
  const found = []
  for (const endpoint of endpoints) found.push(...(await deliveriesOf(endpoint)))
  return found.map(({ status, attempts, last_error: error }) => ({ status, attempts, error }))
}

it('receivers that fail for days get six attempts each, on schedule, and delay no other receiver', async () => {
  const { harness, keys, open } = await start()
  const well = await open(receiver.urlOf('ok'))
  const endless = await open(receiver.urlOf('body of 10 GB'))
  const bad = await Promise.all(BAD.map((mode) => open(receiver.urlOf(mode))))
  const down = await open(`https://localhost:${await freePort()}/hooks`)
  const errors = [...BAD.map(toldOf), 'unreachable']
  await makeExpiring({ harness, keys })
  await harness.work()
  const done = { status: 'DELIVERED', attempts: 1, error: null }
  expect(await all([well, endless])).toEqual([done, done])
  for (const [at, delay] of DELAYS.entries()) {
    const waiting = errors.map((error) => ({ status: 'PENDING', attempts: at + 1, error }))
    expect(await all([...bad, down])).toEqual(waiting)
    harness.clock.advance(delay - SECOND)
    await harness.work()
    expect(await all([...bad, down])).toEqual(waiting)
    harness.clock.advance(SECOND)
    await harness.work()
  }
  const failed = errors.map((error) => ({ status: 'FAILED', attempts: 6, error }))
  expect(await all([...bad, down])).toEqual(failed)
  harness.clock.advance(3 * 24 * HOUR)
  await harness.work()
  expect(await all([...bad, down])).toEqual(failed)
  expect(sentinel.hits).toBe(0)

  await callEndpoint(down, 'PATCH', '', { url: receiver.urlOf('ok') })
  const [old] = await deliveriesOf(down)
  await redeliver(down, String(old?.id))
  await harness.work()
  expect(await all([down])).toEqual([done, failed.at(-1)])
}, 60_000)
