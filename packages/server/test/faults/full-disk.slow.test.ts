import { fileURLToPath } from 'node:url'
import { MerchantPay } from '@merchantpay/sdk'
import Database from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { gate } from '../support/net/gate.js'
import { type Child, startChild } from '../support/server/child.js'
import { temporaryFolder } from '../support/server/folder.js'
import { type Keys, sign } from '../support/server/harness.js'
import { Receiver, trustedCertificate } from '../support/webhooks/receiver.js'

const preload = fileURLToPath(new URL('../support/preload/disk-full.cjs', import.meta.url))
const ADA = { name: 'Ada', email: 'ada@books.example', platform_user_id: 'ada' }

/** 15 KB of metadata, so that each order needs new pages. */
const BODY = JSON.stringify({
  amount: '25.00',
  currency: 'USDT',
  network: 'TRC20',
  metadata: { note: 'x'.repeat(15_000) },
})

interface Seen {
  readonly status: number
  readonly retryAfter: string | null
}

async function send(url: string, keys: Keys, method: 'GET' | 'POST'): Promise<Seen> {
  const target = '/v1/orders'
  const bytes = Buffer.from(method === 'POST' ? BODY : '')
  const authorization = sign({ ...keys, method, target, bytes })
  const answer = await fetch(`${url}${target}`, {
    method,
    headers: { authorization, 'content-type': 'application/json' },
    ...(method === 'POST' ? { body: bytes } : {}),
  })
  await answer.arrayBuffer()
  return { status: answer.status, retryAfter: answer.headers.get('retry-after') }
}

/** Runs four clients that each write and read `rounds` times. */
async function load(server: Child, keys: Keys, rounds: number): Promise<{ writes: Seen[]; reads: Seen[] }> {
  const writes: Seen[] = []
  const reads: Seen[] = []
  const client = async () => {
    for (let round = 0; round < rounds; round += 1) {
      writes.push(await send(server.url, keys, 'POST'))
      reads.push(await send(server.url, keys, 'GET'))
    }
  }
  await Promise.all([client(), client(), client(), client()])
  return { writes, reads }
}

async function setDisk(server: Child, to: 'full' | 'has space'): Promise<void> {
  server.signal('SIGUSR2')
  await expect.poll(() => server.log()).toContain(to === 'full' ? 'the disk is full' : 'the disk has space')
}

const count = (seen: readonly Seen[], status: number) => seen.filter((one) => one.status === status).length

describe('while the disk is full', () => {
  it('writes are 503 with Retry-After, reads work, no write is partial, and the server recovers by itself', async () => {
    const folder = temporaryFolder()
    const server = await startChild({ MERCHANTPAY_DATABASE_URL: `file:${folder}/books.db` }, [
      '--require',
      preload,
    ])
    const { api_key: key } = await new MerchantPay({ baseUrl: server.url }).merchants.register(ADA)
    const keys = { keyId: key.key_id, secret: key.secret }

    const before = await load(server, keys, 5)
    expect([count(before.writes, 201), count(before.reads, 200)]).toEqual([20, 20])

    await setDisk(server, 'full')
    const during = await load(server, keys, 25)
    const refused = during.writes.filter(({ status }) => status !== 201)
    expect(refused.length).toBeGreaterThan(50)
    expect(refused.every(({ status, retryAfter }) => status === 503 && retryAfter === '1')).toBe(true)
    expect(count(during.reads, 200)).toBe(100)

    await setDisk(server, 'has space')
    const after = await load(server, keys, 5)
    expect([count(after.writes, 201), count(after.reads, 200)]).toEqual([20, 20])

    server.signal('SIGTERM')
    expect(await server.exited).toBe(0)
    const db = new Database(`${folder}/books.db`)
    const made = [before, during, after].reduce((sum, { writes }) => sum + count(writes, 201), 0)
    const rows = (text: string) => db.prepare(text).pluck().get()
    expect(rows('SELECT COUNT(*) FROM orders')).toBe(made)
    expect(rows('SELECT COUNT(*) FROM address_leases')).toBe(made)
    expect(rows("SELECT SUM(total) FROM list_counts WHERE list LIKE 'orders/%'")).toBe(made)
    expect(rows('PRAGMA integrity_check')).toBe('ok')
    db.close()
  })

  it('the result of a delivery is kept in memory, and recorded once there is space', async () => {
    const certificate = await trustedCertificate()
    const { opened, open } = gate()
    // The stored sample of the answer is larger than the free space of any page.
    const receiver = await Receiver.start(certificate, [200], 'x'.repeat(60_000), opened)
    const env = {
      MERCHANTPAY_DATABASE_URL: `file:${temporaryFolder()}/books.db`,
      MERCHANTPAY_SANDBOX_BLOCK_MS: '100',
      MERCHANTPAY_WEBHOOK_ALLOW_PRIVATE: '127.0.0.0/8',
      MERCHANTPAY_WEBHOOK_CA_FILE: certificate.file,
    }
    const server = await startChild(env, ['--require', preload])
    const { api_key: key } = await new MerchantPay({ baseUrl: server.url }).merchants.register(ADA)
    const mp = new MerchantPay({ baseUrl: server.url, keyId: key.key_id, secret: key.secret })
    const webhook = await mp.webhooks.create({ url: receiver.url, events: ['payment.confirmed'] })
    const order = await mp.orders.create({ amount: '25.00', currency: 'USDT', network: 'TRC20' })
    await mp.testHelpers.simulateOrder(order.id, { action: 'pay' })
    await expect.poll(() => receiver.received.length).toBe(1)

    await setDisk(server, 'full')
    open()
    const log = async () => (await mp.webhooks.listDeliveries(webhook.id)).deliveries
    const hasFailed = /"worker":"webhook-dispatcher"[^\n]*"tick failed"/
    await expect.poll(() => server.log()).toMatch(hasFailed)
    expect(await log()).toMatchObject([{ status: 'PENDING', attempts: 0 }])
    expect((await mp.orders.get(order.id)).status).toBe('PAID')

    await setDisk(server, 'has space')
    await expect.poll(log).toMatchObject([{ status: 'DELIVERED', attempts: 1 }])
    expect(receiver.received).toHaveLength(1)
  })
})
