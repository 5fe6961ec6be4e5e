import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, test } from 'vitest'
import { createVerifier } from '../../src/index.node.js'
import { deliver, fixtures, signedRequest, VARIANTS, type Variant } from '../../src/testing/index.node.js'
import { NOW, OTHER_SECRET, outcome, SECRET } from '../support/webhooks.js'

const verifier = createVerifier({ secrets: SECRET, clock: () => NOW })
const variants = Object.entries(VARIANTS) as [Variant, string][] // its own keys
const paid = fixtures['payment.confirmed']

describe('the fixtures', () => {
  test.each(Object.entries(fixtures))('are known to verify once signed: %s', (_, event) => {
    const { body, headers } = signedRequest(event, { secret: SECRET, at: NOW })
    const { known, event: received } = verifier.verify(body, headers)
    expect(known).toBe(true)
    expect(received).toEqual(event)
  })

  test('have the forms that receivers forget', () => {
    expect(fixtures.latePayment.data.status).toBe('EXPIRED_PAID')
    expect(fixtures.appOnlyPayment.data).not.toHaveProperty('network')
    expect(fixtures.appOnlyPayment.data.transactions).toEqual([])
    expect(fixtures.appOnlyExpiry.data).not.toHaveProperty('network')
    expect(fixtures.appOnlyExpiry.data.order_amount).toBeNull()
  })

  test('cannot be changed by one test under the feet of another', () => {
    expect(() => Object.assign(paid.data.metadata, { cart: 'B-2' })).toThrow(TypeError)
    expect(() => paid.data.transactions.pop()).toThrow(TypeError)
  })
})

describe('a signed request', () => {
  test.each(variants)('a signed request of the variant %s comes out as %s', (variant, expected) => {
    const { body, headers } = signedRequest(paid, { secret: SECRET, at: NOW, variant })
    expect(outcome(() => verifier.verify(body, headers))).toBe(expected)
  })

  test.each(variants)(
    'a signed request of the variant %s carries the same in its Request',
    async (variant) => {
      const { body, headers, request } = signedRequest(paid, { secret: SECRET, at: NOW, variant })
      expect(new Uint8Array(await request.arrayBuffer())).toEqual(body)
      expect(Object.fromEntries(request.headers)).toEqual(headers)
      expect(request.method).toBe('POST')
    },
  )

  test('differs from the valid one in what its variant says, and in nothing else', () => {
    const made = (variant: Variant) => signedRequest(paid, { secret: SECRET, at: NOW, variant })
    const { body, headers } = made('valid')
    for (const variant of ['old', 'future', 'forged', 'rotated'] as const) {
      expect(made(variant).body).toEqual(body)
    }
    for (const variant of ['respaced', 'truncated'] as const) expect(made(variant).headers).toEqual(headers)
    expect(JSON.parse(new TextDecoder().decode(made('respaced').body))).toEqual(paid)
    expect(made('truncated').body).toEqual(body.subarray(0, -1))
    expect(made('bom').body).toEqual(new Uint8Array([0xef, 0xbb, 0xbf, ...body]))
    expect(made('rotated').headers['x-merchant-signature']?.split(',v1=')).toHaveLength(4)
  })

  test('a signed request of an unknown event is authentic and not known', () => {
    const { body, headers } = signedRequest(paid, { secret: SECRET, at: NOW, variant: 'unknown' })
    expect(verifier.verify(body, headers)).toMatchObject({ known: false, event: { event: 'order.archived' } })
  })

  test('names its delivery and attempt', () => {
    const { body, headers } = signedRequest(paid, { secret: SECRET, at: NOW, deliveryId: 'wd_7', attempt: 3 })
    expect(verifier.verify(body, headers)).toMatchObject({ deliveryId: 'wd_7', attempt: 3 })
  })

  test('is signed now when nothing else is said', () => {
    const { body, headers } = signedRequest(paid, { secret: SECRET })
    expect(outcome(() => createVerifier({ secrets: SECRET }).verify(body, headers))).toBe('ok')
  })

  test('takes only its own variants, and only secrets that could be one', () => {
    const made = (secret: string, variant: string, at = NOW) =>
      outcome(() => signedRequest(paid, { secret, variant: variant as Variant, at }))
    expect(made(SECRET, 'older')).toBe('invalid_option')
    expect(made(SECRET, 'toString')).toBe('invalid_option')
    expect(made(SECRET, 'valid', Number.NaN)).toBe('invalid_option')
    expect(made('', 'valid')).toBe('invalid_secret')
  })
})

describe('deliver', () => {
  test('posts the exact bytes to a receiver and hands back its answer', async () => {
    await using receiver = await listen(async (request) => {
      const body = await bytesOf(request)
      const found = outcome(() => createVerifier({ secrets: SECRET }).verify(body, request.headers))
      return { status: found === 'ok' ? 200 : 401, headers: { 'x-method': `${request.method}` } }
    })
    const valid = await deliver(receiver.url, paid, { secret: SECRET })
    expect([valid.status, valid.headers.get('x-method')]).toEqual([200, 'POST'])
    expect((await deliver(receiver.url, paid, { secret: OTHER_SECRET })).status).toBe(401)
    expect((await deliver(receiver.url, paid, { secret: SECRET, variant: 'old' })).status).toBe(401)
  })

  test('follows no redirect', async () => {
    const seen: string[] = []
    await using receiver = await listen(async (request) => {
      seen.push(`${request.url}`)
      return { status: 307, headers: { location: '/elsewhere' } }
    })
    expect((await deliver(receiver.url, paid, { secret: SECRET })).status).toBe(307)
    expect(seen).toEqual(['/'])
  })

  test('gives up when it is told to', async () => {
    await using receiver = await listen(() => new Promise(() => undefined))
    const reason = new Error('enough')
    await expect(
      deliver(receiver.url, paid, { secret: SECRET, signal: AbortSignal.abort(reason) }),
    ).rejects.toBe(reason)
  })
})

interface Answer {
  status: number
  headers: Record<string, string>
}

async function listen(answer: (request: IncomingMessage) => Promise<Answer>) {
  const server = createServer(async (request, response) => {
    const { status, headers } = await answer(request)
    response.writeHead(status, headers).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // it listens on a port
  return {
    url: `http://127.0.0.1:${port}/`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function bytesOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks)
}
