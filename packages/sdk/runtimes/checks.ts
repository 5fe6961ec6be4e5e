import vectors from '../../../openapi/vectors/request-signature.json' with { type: 'json' }
import type { MerchantPay } from '../src/index.js'
import { assert, assertEqual, fieldsOf, type Kit, open, rejection, SECRET } from './kit.js'

const ORDER = { amount: '25.00', currency: 'USDT', network: 'TRC20', description: 'Ünïcode ✓' } as const
/** A limit small enough to meet it. */
const WINDOW = { limit: 2, windowMs: 400 }

type Check = (kit: Kit) => Promise<void>

/** Checks that every runtime must pass. All measuring is left to the peer, since some runtimes stop their clocks. */
export const CHECKS: Readonly<Record<string, Check>> = {
  'signs every vector as written': async ({ signing }) => {
    for (const { name, key_id: keyId, secret, timestamp, method, target, body, ...wanted } of vectors) {
      const bytes = Uint8Array.from(atob(body), (character) => character.charCodeAt(0))
      const signer = signing.createSigner({ keyId, secret })
      const signature = await signer.sign({ method, target, body: bytes, timestamp })
      assertEqual(signature, wanted.signature, name)
      const header = signing.formatAuthorization({ keyId, timestamp, signature })
      assertEqual(header, wanted.authorization, name)
    }
  },

  'signs the bytes and the target that leave': async ({ sdk, peerUrl }) => {
    const { options } = open(peerUrl, 'verifies')
    const mp = new sdk.MerchantPay(options)
    await mp.orders.create(ORDER)
    await mp.orders.get('o1')
  },

  'repeats a creation with the same key and bytes': async ({ sdk, peerUrl }) => {
    const { options, seen } = open(peerUrl, 'failsOnce')
    const { idempotencyKey } = await new sdk.MerchantPay(options).orders.create(ORDER).withResponse()
    const [first, second, ...rest] = await seen()
    assert(first && second && rest.length === 0, 'there must be two requests')
    assertEqual(second.body, first.body, 'the body')
    assert(idempotencyKey && first.body.includes(idempotencyKey), 'the body must hold the key')
  },

  'waits as long as the server asks': async ({ sdk, peerUrl }) => {
    const { options, seen } = open(peerUrl, 'limitsOnce')
    await new sdk.MerchantPay(options).orders.get('o1')
    const [first, second] = await seen()
    assert(first && second && second.at - first.at >= 2_000, 'the second request must come 2 s later')
  },

  'repeats nothing that would happen twice': async ({ sdk, peerUrl }) => {
    const { options, seen } = open(peerUrl, 'fails')
    const error = await rejection(new sdk.MerchantPay(options).apiKeys.create({ environment: 'test' }))
    assert(error instanceof sdk.OutcomeUnknownError && error.remedy, 'its outcome is unknown')
    assertEqual((await seen()).length, 1, 'requests')
  },

  'follows the clock of the server': async ({ sdk, otherUrl }) => {
    const { options, seen } = open(otherUrl, 'livesInAnHour')
    const mp = new sdk.MerchantPay({ ...options, logLevel: 'error' }) // it warns, as it should
    await mp.orders.get('o1')
    await mp.orders.get('o1')
    assertEqual((await seen()).length, 3, 'one request more than calls')
  },

  'resumes a stream after a reset': async ({ sdk, peerUrl }) => {
    const { options, seen, cut } = open(peerUrl, 'streamsTwice')
    const statuses: string[] = []
    for await (const { order } of new sdk.MerchantPay(options).orders.stream('o1')) {
      if (statuses.push(order.status) === 2) await cut()
    }
    assertEqual(statuses, ['OPEN', 'CONFIRMING', 'PAID'], 'statuses')
    assertEqual(
      (await seen()).map(({ headers }) => headers['last-event-id']),
      [undefined, '2'],
      'resumed after',
    )
  },

  'closes the connection of a stream that is left': async ({ sdk, peerUrl }) => {
    const { options, seen } = open(peerUrl, 'keepsStreamOpen')
    for await (const _ of new sdk.MerchantPay(options).orders.stream('o1')) break
    await seen({ givenUp: 1 })
  },

  'waits for a payment, and for nothing after it': async ({ sdk, peerUrl }) => {
    const { options, seen } = open(peerUrl, 'getsPaid')
    const { status } = await new sdk.MerchantPay(options).orders.waitForPaid('o1', { timeoutMs: 10_000 })
    assertEqual(status, 'PAID', 'the status')
    assertEqual(
      (await seen({ givenUp: 1 })).length,
      2,
      'requests: the stream, which is closed, and the order',
    )
  },

  'ends a stream with the caller': (kit) =>
    abortsInFlight(kit, 'keepsStreamOpen', async ({ orders }, signal) => {
      const states = orders.stream('o1', { signal })
      await states.next()
      return states.next()
    }),

  'ends a wait with the caller': (kit) =>
    abortsInFlight(kit, 'keepsStreamOpen', ({ orders }, signal) => orders.waitForPaid('o1', { signal })),

  'ends with the caller while the answer is awaited or read': async (kit) => {
    const get = ({ orders }: MerchantPay, signal: AbortSignal) => orders.get('o1', { signal })
    await abortsInFlight(kit, 'keepsSilent', get)
    await abortsInFlight(kit, 'stalls', get)
  },

  'ends with the caller before a retry': async ({ sdk, peerUrl }) => {
    const { options, seen } = open(peerUrl, 'limitsForLong')
    const caller = new AbortController()
    const onEvent = ({ type }: { type: string }) => type === 'retry' && caller.abort('enough')
    const { signal } = caller
    const error = await rejection(new sdk.MerchantPay({ ...options, onEvent }).orders.get('o1', { signal }))
    assert(error instanceof sdk.AbortError, 'it ends as an AbortError')
    assertEqual([error.cause, (await seen()).length], ['enough', 1], 'cause and requests')
  },

  'ends with the caller in the queue': async ({ sdk, peerUrl }) => {
    const { options, seen } = open(peerUrl, 'answers')
    const caller = new AbortController()
    const onEvent = ({ type }: { type: string }) => type === 'wait' && caller.abort('enough')
    const rateLimit = { limit: 1, windowMs: 60_000 }
    const mp = new sdk.MerchantPay({ ...options, rateLimit, onEvent })
    await mp.orders.get('o1')
    const error = await rejection(mp.orders.get('o1', { signal: caller.signal }))
    assert(error instanceof sdk.AbortError, 'it ends as an AbortError')
    assertEqual([error.cause, (await seen()).length], ['enough', 1], 'cause and requests')
  },

  'follows no redirect': async ({ sdk, peerUrl }) => {
    const { options, seen } = open(peerUrl, 'redirects')
    const error = await rejection(new sdk.MerchantPay(options).orders.create(ORDER))
    assertEqual(fieldsOf(error, 'name', 'code'), ['ApiError', 'unexpected_redirect'], 'the error')
    assertEqual((await seen()).length, 1, 'requests') // a followed one would come back to this session
  },

  'keeps within the limit of the key': async ({ sdk, peerUrl }) => {
    const { options, seen } = open(peerUrl, 'answers')
    const mp = new sdk.MerchantPay({ ...options, rateLimit: WINDOW })
    await Promise.all([mp.orders.get('o1'), mp.orders.get('o2'), mp.orders.get('o3')])
    const [first, , third] = await seen()
    assert(first && third && third.at - first.at >= WINDOW.windowMs, 'the third request must wait')
  },

  'shares errors and the limit of a key with another copy': async ({ sdk, copy, peerUrl }) => {
    assert(sdk.MerchantPay !== copy.MerchantPay, 'there must be two copies')
    const error = await rejection(new copy.MerchantPay(open(peerUrl, 'refuses').options).orders.get('o1'))
    assert(error instanceof sdk.ApiError && error instanceof sdk.MerchantPayError, 'it is an ApiError')
    assert(!(error instanceof sdk.TimeoutError), 'it is nothing else')
    const { options, seen } = open(peerUrl, 'answers')
    const one = new sdk.MerchantPay({ ...options, rateLimit: WINDOW })
    const other = new copy.MerchantPay({ ...options, rateLimit: WINDOW })
    await Promise.all([one.orders.get('o1'), one.orders.get('o2'), other.orders.get('o3')])
    const [first, , third] = await seen()
    assert(first && third && third.at - first.at >= WINDOW.windowMs, 'the third request must wait')
  },

  'calls by path': async ({ sdk, peerUrl }) => {
    const { data } = await new sdk.MerchantPay(open(peerUrl, 'verifies').options).raw.GET('/v1/orders')
    assertEqual(fieldsOf(data, 'id'), ['o1'], 'the answer')
    const { error, response } = await new sdk.MerchantPay(open(peerUrl, 'refuses').options).raw.GET(
      '/v1/merchants/me',
    )
    assertEqual([error, response.status], [{ error: 'order not found' }, 404], 'the refusal')
  },

  'distinguishes an unreadable answer from a late one': async ({ sdk, peerUrl }) => {
    const garbage = new sdk.MerchantPay({ ...open(peerUrl, 'answersGarbage').options, maxRetries: 0 })
    const unreadable = await rejection(garbage.orders.get('o1'))
    const found = fieldsOf(unreadable, 'name', 'code')
    assertEqual(found, ['ConnectionError', 'unreadable_response'], 'garbage')
    const stalled = new sdk.MerchantPay({ ...open(peerUrl, 'stalls').options, maxRetries: 0 })
    const late = await rejection(stalled.orders.get('o1', { timeoutMs: 1_500 }))
    assertEqual(fieldsOf(late, 'name', 'phase'), ['TimeoutError', 'body'], 'a stalled body')
  },

  'refuses what cannot work before anything is sent': async ({ sdk, peerUrl }) => {
    const { options, seen } = open(peerUrl, 'answers')
    const refused = await rejection(new sdk.MerchantPay(options).orders.get('..'))
    assert(refused instanceof sdk.UsageError, 'a path that leads elsewhere')
    const insecure = { ...options, baseUrl: 'http://pay.example' }
    const construct = async () => new sdk.MerchantPay(insecure)
    assert((await rejection(construct())) instanceof sdk.UsageError, 'a base URL without https')
    assertEqual((await seen()).length, 0, 'requests')
  },

  'computes with amounts exactly': async ({ money }) => {
    const received = money.usdt('25.123456')
    const credited = money.sub(received, money.fee(received, '0.01'))
    assertEqual(money.format(credited), '24.872222', 'what is credited')
    assertEqual(money.format(money.sum([money.usdt('0.1'), money.usdt('0.2')])), '0.30', 'the sum')
  },

  'reads events however they are cut': async ({ sse }) => {
    const bytes = new TextEncoder().encode('\uFEFFid: 7\r\ndata: Ünï\r\ndata: ✓\r\n\r\n')
    const parser = new sse.SseParser()
    const events = [...bytes].flatMap((byte) => parser.push(Uint8Array.of(byte)))
    assertEqual(events, [{ event: 'message', data: 'Ünï\n✓', id: '7' }], 'one event')
  },

  'never shows its secret': async ({ sdk, peerUrl, inspect }) => {
    const mp = new sdk.MerchantPay({ ...open(peerUrl, 'answersGarbage').options, maxRetries: 0 })
    const error = await rejection(mp.orders.get('o1'))
    for (const value of [mp, error]) {
      const shown = [inspect(value), JSON.stringify(value), String(value)].join()
      assert(!shown.includes('canary'), 'the secret or the unreadable answer is shown')
    }
    assert(SECRET.includes('canary'), 'the secret must be known by what is looked for')
  },
}

/** The caller gives up while the peer has the request in its hands. */
async function abortsInFlight(
  { sdk, peerUrl }: Kit,
  scenario: string,
  call: (mp: MerchantPay, signal: AbortSignal) => PromiseLike<unknown>,
): Promise<void> {
  const { options, seen } = open(peerUrl, scenario)
  const caller = new AbortController()
  const failed = rejection(call(new sdk.MerchantPay(options), caller.signal))
  await seen({ requests: 1 })
  caller.abort('enough')
  const error = await failed
  assert(error instanceof sdk.AbortError, 'it ends as an AbortError')
  assertEqual(error.cause, 'enough', 'its cause')
  assertEqual((await seen({ givenUp: 1 })).length, 1, 'requests')
}
