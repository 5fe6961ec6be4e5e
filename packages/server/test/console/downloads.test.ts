import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { describe, expect, it } from 'vitest'
import { revokeSession } from '../../src/domain/sessions/sessions.js'
import { type ConsoleClient, signInAs, WITH_CONSOLE } from '../support/console/console-client.js'
import { contextAt } from '../support/domain/context.js'
import { Harness, useHarness } from '../support/server/harness.js'
import { MANDATE } from '../support/server/operator-change.js'
import { openOn, sideOf } from '../support/storage/engines.js'
import { ordersOfMerchant } from '../support/storage/many-orders.js'
import { withdrawal } from '../support/storage/store-rows.js'

/** More than the buffers between server and reader take. */
const MANY = 3_000
const LARGE = 16_384

/** Stores audit entries beside the server. @returns their ids, newest first */
async function fillAudit(harness: Harness, count: number, size: number): Promise<string[]> {
  const ids = Array.from({ length: count }, (_, n) => `audit-${`${n}`.padStart(6, '0')}`)
  const entry = { actor: 'ada', action: 'planted', details: 'x'.repeat(size), createdAt: harness.clock.now() }
  const store = await openOn(harness.database)
  await store.write(async (tx) => {
    for (const id of ids) await tx.audit.insert({ ...entry, id, subject: 'planted' })
  })
  return ids.reverse()
}

const idsIn = (text: string, column: number): string[] =>
  text
    .trim()
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(',').at(column) ?? '')

/** Begins a download that is not read yet. */
async function download({ harness, cookie = '' }: ConsoleClient, path: string): Promise<IncomingMessage> {
  const sent = request(new URL(path, harness.server.url), { headers: { cookie } }).end()
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  return answer
}

describe('a CSV file of the console', () => {
  const shared = useHarness(WITH_CONSOLE)

  it('has every row once, newest first, over all of its batches', async () => {
    const { harness } = shared
    const client = await signInAs(harness)
    const audit = await fillAudit(harness, 250, 10)
    expect(idsIn((await client.get('/console/audit.csv?subject=planted')).text, -1)).toEqual(audit)
    // As browsers ask for it.
    const url = new URL('/console/audit.csv?subject=planted', harness.server.url)
    const compressed = await fetch(url, { headers: { cookie: client.cookie ?? '' } })
    expect(compressed.headers.get('content-encoding')).toBe('gzip')
    expect(idsIn(await compressed.text(), -1)).toEqual(audit)
    const { script } = await sideOf(harness.database)
    await script(ordersOfMerchant(1_000))
    const orders = idsIn((await client.get('/console/orders.csv?env=test&merchant=m')).text, 0)
    expect([orders.length, new Set(orders).size]).toEqual([1_000, 1_000])
    expect(orders[0]).toBe('019b0e5c-7e5a-7c3e-9f5a-1000')
    const made = Array.from({ length: 230 }, (_, n) => `w${`${n}`.padStart(4, '0')}`)
    const store = await openOn(harness.database)
    await store.write(async (tx) => {
      for (const id of made) await tx.withdrawals.insert(withdrawal(id, 'm'))
    })
    const withdrawals = await client.get('/console/withdrawals.csv?env=test&merchant=m')
    expect(idsIn(withdrawals.text, 0)).toEqual(made.toReversed())
    // The ledger, which is verified at the end, has nothing of them.
    for (const table of ['withdrawals', 'orders'])
      await script(`DELETE FROM ${table} WHERE merchant_id = 'm'`)
  })

  it('is read from the database only as the reader takes it, and is cut when its session ends', async () => {
    const harness = await Harness.start(WITH_CONSOLE)
    await fillAudit(harness, MANY, LARGE)
    const client = await signInAs(harness)
    const answer = await download(client, '/console/audit.csv?subject=planted')
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8')
    const store = await openOn(harness.database)
    await store.write(async (tx) => {
      const [session] = await tx.sessions.list(harness.clock.real())
      await revokeSession(tx, contextAt(harness.clock), session?.id ?? '', MANDATE)
    })
    let bytes = 0
    const read = async () => {
      for await (const chunk of answer) bytes += (chunk as Buffer).byteLength
    }
    await expect(read()).rejects.toThrow('aborted')
    expect(bytes).toBeLessThan(MANY * LARGE)
  })
})
