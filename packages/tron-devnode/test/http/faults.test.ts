/** Each fault as it shows on the wire. */
import { request } from 'node:http'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { FaultRule, TronDevnode } from '../../src/index.js'
import { call, post, startNode, tronWebOf } from '../support/client.js'

const path = '/walletsolidity/gettransactioninfobyblocknum'
const block = '/wallet/getblock'
let node: TronDevnode
let number: number

beforeAll(async () => {
  node = await startNode({ solidLag: 0 })
  const tronWeb = tronWebOf(node)
  for (const amount of [1_000_000, 2_000_000])
    await tronWeb.trx.sendTransaction('TPjjvMwjPoDC32V2dGDYTkLH4E5LAtBZ6C', amount)
  number = (await node.control<{ number: number }>('mine', {})).number
})

beforeEach(async () => {
  await fetch(`${node.url}/control/faults`, { method: 'DELETE' })
})

const plan = (rule: FaultRule) => node.control('faults', rule)
const infos = () => call<{ id: string; result?: string }[]>(node, path, { num: number })

/** The end of one request: the received bytes, or the error. */
function raw(timeoutMs = 2_000): Promise<{ text: string; error?: string }> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    const end = (error?: string) =>
      resolve({ text: Buffer.concat(chunks).toString(), ...(error === undefined ? {} : { error }) })
    const sent = request(node.url + block, { method: 'POST', timeout: timeoutMs }, (response) => {
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => end())
      response.on('error', (error: NodeJS.ErrnoException) => end(error.code))
    })
    sent.on('timeout', () => {
      end('timeout')
      sent.destroy()
    })
    sent.on('error', (error: NodeJS.ErrnoException) => end(error.code))
    sent.end('{}')
  })
}

describe('a fault', () => {
  it.each([
    [429, 7],
    [403, undefined],
    [503, undefined],
  ])('a fault of status %i is a page of HTML', async (status, retryAfter) => {
    await plan({ path, kind: 'status', status, ...(retryAfter === undefined ? {} : { retryAfter }) })
    const answer = await post(node, path, { num: number })
    expect(answer.status).toBe(status)
    expect(answer.text).toContain('<html>')
    expect(answer.headers.get('retry-after')).toBe(retryAfter === undefined ? null : '7')
    expect((await infos()).length).toBe(2)
  })

  it('shows as {"Error"} and as the text of a lite node, both under 200', async () => {
    await plan({ path, kind: 'error' })
    await plan({ path, kind: 'lite' })
    const first = await post(node, path, { num: number })
    expect(first.status).toBe(200)
    expect(JSON.parse(first.text)).toEqual({
      Error: expect.stringContaining('lack of computing resources') as string,
    })
    const second = await post(node, path, { num: number })
    expect(second.status).toBe(200)
    expect(second.text).toBe('this API is closed because this node is a lite fullnode')
  })

  it('answers [] and {} for what is there', async () => {
    await plan({ path, kind: 'body', body: [] })
    await plan({ path: block, kind: 'body', body: {} })
    expect(await infos()).toEqual([])
    expect(await call(node, block)).toEqual({})
    expect((await infos()).length).toBe(2)
  })

  it('shortens a list', async () => {
    const whole = await infos()
    await plan({ path, kind: 'shortList' })
    expect(await infos()).toEqual(whole.slice(0, 1))
  })

  it('edits a receipt, and fails a transaction that keeps its logs', async () => {
    await plan({ path, kind: 'edit', set: { '0.blockNumber': 5, '1.receipt': null } })
    const edited = await infos()
    expect(edited[0]).toHaveProperty('blockNumber', 5)
    expect(edited[1]).not.toHaveProperty('receipt')
    await plan({ path, kind: 'failedWithLogs' })
    expect((await infos()).map(({ result }) => result)).toEqual(['FAILED', 'FAILED'])
  })

  it('is slow', async () => {
    await plan({ path, kind: 'slow', ms: 300 })
    const start = performance.now()
    expect((await infos()).length).toBe(2)
    expect(performance.now() - start).toBeGreaterThan(290)
  })

  it('hangs', async () => {
    await plan({ path: block, kind: 'hang' })
    expect(await raw(200)).toEqual({ text: '', error: 'timeout' })
  })

  it('resets the connection', async () => {
    await plan({ path: block, kind: 'reset' })
    expect(await raw()).toEqual({ text: '', error: 'ECONNRESET' })
  })

  it('cuts the JSON, with and without a sign of it', async () => {
    const whole = (await raw()).text
    await plan({ path: block, kind: 'cut' })
    const cut = await raw()
    expect(cut.error).toBe('ECONNRESET')
    await plan({ path: block, kind: 'cut', ends: true })
    expect(await raw()).toEqual({ text: whole.slice(0, Math.floor(whole.length / 2)) })
  })
})

describe('a rule', () => {
  it('counts from its nth call, for a number of times', async () => {
    await plan({ path, kind: 'body', body: [], nth: 2, times: 2 })
    const lengths: number[] = []
    for (let count = 0; count < 4; count += 1) lengths.push((await infos()).length)
    expect(lengths).toEqual([2, 0, 0, 2])
  })

  it('holds for ever with times 0, until it is cleared', async () => {
    await plan({ path: '*', kind: 'body', body: [], times: 0 })
    expect([await infos(), await call(node, block), await infos()]).toEqual([[], [], []])
    expect(await node.control('faults')).toMatchObject([{ seen: 3, used: 3 }])
  })

  it('looks at the fields of the call', async () => {
    await plan({ path, kind: 'body', body: [], where: { num: number + 1 } })
    expect((await infos()).length).toBe(2)
  })

  it('hides the answer of a call that had its effect', async () => {
    const tronWeb = tronWebOf(node)
    const built = await tronWeb.transactionBuilder.sendTrx('TPjjvMwjPoDC32V2dGDYTkLH4E5LAtBZ6C', 5)
    const signed = await tronWeb.trx.sign(built)
    await plan({ path: '/wallet/broadcasttransaction', kind: 'status', status: 503, late: true })
    expect((await post(node, '/wallet/broadcasttransaction', signed)).status).toBe(503)
    expect(await call(node, '/wallet/broadcasttransaction', signed)).toMatchObject({
      code: 'DUP_TRANSACTION_ERROR',
    })
  })

  it('needs a path and a kind', async () => {
    await expect(node.control('faults', { kind: 'hang' })).rejects.toThrow('a path and a known kind')
    await expect(node.control('faults', { path: '*', kind: 'no such' })).rejects.toThrow('known kind')
  })
})
