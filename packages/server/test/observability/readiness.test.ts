import { once } from 'node:events'
import { connect } from 'node:net'
import { pino } from 'pino'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { startServer } from '../../src/app.js'
import { readConfig } from '../../src/config/config.js'
import type { Store } from '../../src/domain/store/store.js'
import { EVENT_TYPES } from '../../src/domain/webhooks/event-types.js'
import { openStore } from '../../src/storage/open.js'
import { gate } from '../support/net/gate.js'
import { temporaryFolder } from '../support/server/folder.js'
import { Harness, useHarness } from '../support/server/harness.js'
import { SetClock } from '../support/server/set-clock.js'
import { sideOf } from '../support/storage/engines.js'

const OK = { status: 200, text: '{"status":"ok"}' }
const failing = (...names: string[]) => ({
  status: 503,
  text: JSON.stringify({ status: 'failing', failing: names }),
})

async function ask(url: string, query = '') {
  const response = await fetch(`${url}/readyz${query}`)
  return { status: response.status, text: await response.text() }
}

/** Longer than a result is reused. */
const LATER_MS = 5_000

describe('GET /readyz', () => {
  const shared = useHarness()
  beforeAll(async () => {
    await shared.harness.register()
  })

  const look = (query = '') => {
    shared.harness.clock.advanceReal(LATER_MS)
    return ask(shared.harness.server.url, query)
  }
  const script = async (text: string) => (await sideOf(shared.harness.database)).script(text)

  it.each([
    [
      'database',
      'a write fails',
      'ALTER TABLE write_probes RENAME TO hidden',
      'ALTER TABLE hidden RENAME TO write_probes',
    ],
    [
      'migrations',
      'a newer version has migrated the database in a way that older servers cannot live with',
      `INSERT INTO migrations (name, checksum, applied_at) VALUES ('9999-newer.sql', '', 0);
       INSERT INTO incompatible_migrations (name, reason) VALUES ('9999-newer.sql', 'a column is gone')`,
      `DELETE FROM migrations WHERE name = '9999-newer.sql';
       DELETE FROM incompatible_migrations WHERE name = '9999-newer.sql'`,
    ],
    [
      'migrations',
      'one is missing',
      "UPDATE migrations SET name = '0000.sql' WHERE name = '0001-create-merchants.sql'",
      "UPDATE migrations SET name = '0001-create-merchants.sql' WHERE name = '0000.sql'",
    ],
    [
      'master_key',
      'the key does not decrypt the stored secrets',
      `UPDATE api_keys SET sealed_secret = 'x' || sealed_secret;
       UPDATE webhook_secrets SET sealed_secret = 'x' || sealed_secret`,
      `UPDATE api_keys SET sealed_secret = substr(sealed_secret, 2);
       UPDATE webhook_secrets SET sealed_secret = substr(sealed_secret, 2)`,
    ],
  ])('answers 503 and `%s` while %s', async (name, _, harm, mend) => {
    expect(await look()).toEqual(OK)
    await script(harm)
    const seen = [await look(), await look('?for=api')]
    await script(mend)
    expect(seen).toEqual([failing(name), failing(name)])
    expect(await look()).toEqual(OK)
  })

  it('answers 503 and `deliveries` while one is late by a minute, but 200 for the API alone', async () => {
    const { harness } = shared
    const keys = await harness.register()
    const endpoint = { url: 'https://127.0.0.1:65535/hooks', events: EVENT_TYPES }
    await harness.call('POST', '/v1/webhooks', { keys, body: endpoint })
    const body = { amount_mode: 'FIXED', amount: '12.50', currency: 'USDT' }
    const { json } = await harness.call('POST', '/v1/app/orders', { keys, body })
    const simulate = `/v1/test_helpers/orders/${json.id}/simulate`
    await harness.call('POST', simulate, { keys, body: { action: 'expire' } })
    await harness.work()
    // The attempt got no answer: the next one is due in a minute.
    harness.clock.advance(60_000 + 59_999)
    expect(await look()).toEqual(OK)
    harness.clock.advance(1)
    expect([await look(), await look('?for=api')]).toEqual([failing('deliveries'), OK])
    await harness.work()
    expect(await look()).toEqual(OK)
  })

  it('answers 503 and `recovering` until the recovery is finished, but 200 for the API alone', async () => {
    await script(
      "INSERT INTO recoveries (id, is_open, cause, reason, begun_at) VALUES (1, 1, 'restore', 'a test', 1)",
    )
    const seen = [await look(), await look('?for=api')]
    await script('UPDATE recoveries SET is_open = NULL, finished_at = 2')
    expect(seen).toEqual([failing('recovering'), OK])
    expect(await look()).toEqual(OK)
  })

  it('runs the checks once for all requests within five seconds', async () => {
    const side = await sideOf(shared.harness.database)
    const writes = async () => Number(await side.value('SELECT writes FROM write_probes'))
    expect(await look()).toEqual(OK)
    const before = await writes()
    const answers = await Promise.all([1, 2, 3].map(() => ask(shared.harness.server.url)))
    expect([answers, await writes()]).toEqual([[OK, OK, OK], before])
    await look()
    expect(await writes()).toBe(before + 1)
  })

  it('answers 503 and `stopping` on open connections while the server stops', async () => {
    const harness = await Harness.start()
    const { hostname, port } = new URL(harness.server.url)
    const socket = connect(Number(port), hostname)
    await once(socket, 'connect')
    socket.write(`GET /readyz HTTP/1.1\r\nHost: ${hostname}\r\n`)
    expect(await ask(harness.server.url)).toEqual(OK)
    const stopped = harness.server.stop()
    socket.write('Connection: close\r\n\r\n')
    const chunks: Buffer[] = []
    for await (const chunk of socket) chunks.push(chunk as Buffer) // bytes: no encoding is set
    await stopped
    expect(Buffer.concat(chunks).toString()).toMatch(
      /^HTTP\/1\.1 503 [\s\S]+\{"status":"failing","failing":\["stopping"\]\}/,
    )
  })
})

/** Wraps a store so that the writes of its workers wait for `opened`. */
function stalling(store: Store, opened: Promise<void>): Store {
  const forWorkers = store.forWorkers.bind(store)
  store.forWorkers = () => {
    const workers = forWorkers()
    return { ...workers, write: (work) => opened.then(() => workers.write(work)) }
  }
  return store
}

/** Starts a server whose workers wait. Returns its log too, and a function that lets the workers continue. */
async function startStalled() {
  const stall = gate()
  const time = new SetClock()
  const lines: { msg: string; check?: string; err?: { message: string } }[] = []
  const server = await startServer({
    config: readConfig({
      MERCHANTPAY_PORT: '0',
      MERCHANTPAY_DATABASE_URL: `file:${temporaryFolder()}/books.db`,
    }),
    log: pino({ level: 'info' }, { write: (line) => lines.push(JSON.parse(line)) }),
    time,
    openStore: async (options) => stalling(await openStore(options), stall.opened),
  })
  onTestFinished(async () => {
    stall.open()
    await server.stop()
  })
  return { url: server.url, time, lines, goOn: stall.open }
}

describe('GET /readyz of a server whose workers are stuck', () => {
  it('answers 503 and `workers`, and logs the reason', async () => {
    const { url, time, lines, goOn } = await startStalled()
    expect(await ask(url)).toEqual(OK)
    time.pass(130_000)
    const seen = [await ask(url), await ask(url, '?for=api'), await ask(url, '?for=everything')]
    expect(seen).toEqual([failing('workers'), OK, failing('workers')])
    goOn()
    let step = LATER_MS
    await expect
      .poll(() => {
        time.pass(step)
        step = -step
        return ask(url)
      })
      .toEqual(OK)
    const logged = lines.filter(({ check }) => check === 'workers')
    expect(logged).toMatchObject([
      { msg: 'not ready', err: { message: expect.stringContaining('webhook-dispatcher') } },
      { msg: 'ready again' },
    ])
  })

  it('answers 200 while a clock that was set ahead is followed', async () => {
    const { url, time } = await startStalled()
    time.wrongByMs = 3_600_000
    expect(await ask(url)).toEqual(OK)
    time.pass(60_000)
    expect(await ask(url)).toEqual(OK)
  })
})
