import { MerchantPay } from '@merchantpay/sdk'
import Database from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { type Child, startChild } from '../support/server/child.js'
import { temporaryFolder } from '../support/server/folder.js'
import { silentReceiver, trustedCertificate } from '../support/webhooks/receiver.js'

const STOP_MS = 12_000
const AT_ONCE_MS = 2_000
const ORDER = { amount: '25.00', currency: 'USDT', network: 'TRC20' } as const

/** Starts a server with a hanging delivery, and a merchant who creates orders continuously. */
async function startBusy() {
  const file = `${temporaryFolder()}/books.db`
  const certificate = await trustedCertificate()
  const receiver = await silentReceiver(certificate)
  const server = await startChild({
    MERCHANTPAY_DATABASE_URL: `file:${file}`,
    MERCHANTPAY_SANDBOX_BLOCK_MS: '50',
    MERCHANTPAY_WEBHOOK_TIMEOUT_MS: '60000',
    MERCHANTPAY_WEBHOOK_ALLOW_PRIVATE: '127.0.0.0/8',
    MERCHANTPAY_WEBHOOK_CA_FILE: certificate.file,
  })
  const ada = { name: 'Ada', email: 'ada@books.example', platform_user_id: 'ada' }
  const { api_key: key } = await new MerchantPay({ baseUrl: server.url }).merchants.register(ada)
  const { key_id: keyId, secret } = key
  const api = new MerchantPay({ baseUrl: server.url, keyId, secret, maxRetries: 0, rateLimit: false })
  const paid = await api.orders.create({ ...ORDER, webhook_url: receiver.url })
  await api.testHelpers.simulateOrder(paid.id, { action: 'pay' })
  await receiver.called
  const acknowledged = [paid.id]
  const load = Array.from({ length: 8 }, () => createOrders(api, acknowledged))
  return { server, file, acknowledged, load: Promise.all(load) }
}

/** Creates orders until the server has stopped. */
async function createOrders(api: MerchantPay, acknowledged: string[]): Promise<void> {
  for (;;) {
    try {
      acknowledged.push((await api.orders.create(ORDER)).id)
    } catch {
      return
    }
  }
}

/** @returns how the server ended and after how many milliseconds */
async function endOf(server: Child): Promise<{ exit: number | NodeJS.Signals; tookMs: number }> {
  const since = performance.now()
  const exit = await server.exited
  return { exit, tookMs: performance.now() - since }
}

function readBooks(file: string) {
  const db = new Database(file, { readonly: true })
  const orders = new Set(db.prepare('SELECT id FROM orders').pluck().all())
  const deliveries = db.prepare('SELECT status, attempts, claimed_by FROM webhook_deliveries').all()
  db.close()
  return { orders, deliveries }
}

describe('a busy server with a receiver that never answers', () => {
  it('ends within 12 s of SIGTERM, releases its deliveries uncounted, and keeps all acknowledged orders', async () => {
    const { server, file, acknowledged, load } = await startBusy()
    server.signal('SIGTERM')
    const { exit, tookMs } = await endOf(server)
    expect(exit).toBe(0)
    expect(tookMs).toBeLessThan(STOP_MS)
    await load
    const { orders, deliveries } = readBooks(file)
    expect(deliveries).toEqual([{ status: 'PENDING', attempts: 0, claimed_by: null }])
    expect(acknowledged.filter((id) => !orders.has(id))).toEqual([])
  })

  it('ends at once on a second SIGTERM, and keeps all acknowledged orders', async () => {
    const { server, file, acknowledged, load } = await startBusy()
    server.signal('SIGTERM')
    await expect.poll(() => server.log()).toContain('"stopping"')
    server.signal('SIGTERM')
    const { exit, tookMs } = await endOf(server)
    expect(exit).toBe(1)
    expect(tookMs).toBeLessThan(AT_ONCE_MS)
    await load
    const { orders } = readBooks(file)
    expect(acknowledged.filter((id) => !orders.has(id))).toEqual([])
  })
})
