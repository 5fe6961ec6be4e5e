import { describe, expect, test } from 'vitest'
import { createVerifier, type HeadersInput } from '../../src/index.node.js'
import { verifySignature } from '../../src/signature.node.js'
import { BODY, errorOf, headerOf, NOW, outcome, SECRET, T } from '../support/webhooks.js'

const verifier = createVerifier({ secrets: SECRET, clock: () => NOW })

function read(body: string | Uint8Array, fields: Record<string, string | string[]> = {}) {
  return verifier.verify(body, { 'x-merchant-signature': headerOf(T, body), ...fields })
}

describe('the payload of an authentic webhook', () => {
  test.each<[string, string | Uint8Array, string]>([
    ['is empty', '', 'not JSON'],
    ['starts with two byte order marks', `\ufeff\ufeff${BODY}`, 'not JSON'],
    ['is not UTF-8', Buffer.concat([Buffer.from(BODY), Buffer.of(0xff)]), 'not UTF-8'],
    ['ends inside a character', Buffer.from('"é').subarray(0, 2), 'not UTF-8'],
    ['is not JSON', 'event=payment.confirmed', 'not JSON'],
    ['is a list', '[]', 'not a JSON object'],
    ['is null', 'null', 'not a JSON object'],
    ['is a text', '"payment.confirmed"', 'not a JSON object'],
    ['has no event', '{"timestamp":"","data":{}}', 'no event'],
    ['has an empty event', '{"event":"","timestamp":"","data":{}}', 'no event'],
    ['has a number as event', '{"event":1,"timestamp":"","data":{}}', 'no event'],
    ['has no timestamp', '{"event":"a","data":{}}', 'no timestamp'],
    ['has a number as timestamp', '{"event":"a","timestamp":1,"data":{}}', 'no timestamp'],
    ['has no data', '{"event":"a","timestamp":""}', 'no data'],
    ['has null as data', '{"event":"a","timestamp":"","data":null}', 'no data'],
    ['has a list as data', '{"event":"a","timestamp":"","data":[]}', 'no data'],
  ])('%s: invalid_payload, and the message names the requirement', (_, body, requirement) => {
    const error = errorOf(() => read(body))
    expect(error.code).toBe('invalid_payload')
    expect(error.message).toContain(requirement)
    expect(error.cause).toBeUndefined()
    expect(
      outcome(() => verifySignature({ body, headers: headerOf(T, body), secrets: SECRET, receivedAt: NOW })),
    ).toBe('ok')
  })

  test('may start with a byte order mark', () => {
    expect(read(`\ufeff${BODY}`).event.event).toBe('payment.confirmed')
  })

  test('keeps fields that are new, and an event that is new is told by known', () => {
    const later = BODY.replace('"data":{', '"trace":"t1","data":{"rail":"fast",')
    expect(read(later)).toMatchObject({ known: true, event: { trace: 't1', data: { rail: 'fast' } } })
    const unknown = BODY.replace('payment.confirmed', 'order.archived')
    expect(read(unknown)).toMatchObject({ known: false, event: { event: 'order.archived' } })
    expect(read(BODY.replace('payment.confirmed', 'toString')).known).toBe(false)
  })

  test('may hold a key named __proto__ without harm', () => {
    const { event } = read('{"event":"a","timestamp":"","data":{"__proto__":{"admin":true}}}')
    expect(Reflect.get(event.data, 'admin')).toBeUndefined()
    expect(outcome(() => read('{"__proto__":{"event":"a","timestamp":"","data":{}}}'))).toBe(
      'invalid_payload',
    )
  })

  test('keeps a whole number past the safe range in rawBody', () => {
    const { rawBody } = read(BODY.replace('"A-1001"', '9007199254740993'))
    expect(Buffer.from(rawBody).toString()).toContain('9007199254740993')
  })

  test('must be of the event that X-Webhook-Event names, if that is sent', () => {
    const named = (value: string | string[]) => outcome(() => read(BODY, { 'X-Webhook-Event': value }))
    expect(named('payment.confirmed')).toBe('ok')
    expect(named(['payment.confirmed'])).toBe('ok')
    expect(named('payment.expired')).toBe('event_mismatch')
    expect(named('Payment.Confirmed')).toBe('event_mismatch')
    expect(named('')).toBe('event_mismatch')
    expect(named(['payment.confirmed', 'payment.expired'])).toBe('event_mismatch')
    expect(outcome(() => read(BODY))).toBe('ok')
  })

  test('may be nested deeper than a stack', () => {
    const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`
    expect(read(`{"event":"a","timestamp":"","data":{"deep":${deep}}}`).known).toBe(false)
  })
})

describe('the unsigned fields of a delivery', () => {
  const fieldsOf = (fields: Record<string, string | string[]>) => {
    const { deliveryId, attempt } = read(BODY, fields)
    return { deliveryId, attempt }
  }

  test('are told when they are plain', () => {
    const sent = { 'X-Webhook-Id': 'wd_019b0e5c', 'x-webhook-attempt': '3' }
    expect(fieldsOf(sent)).toEqual({ deliveryId: 'wd_019b0e5c', attempt: 3 })
  })

  test.each(['', 'a b', 'a\nb', 'x'.repeat(65)])('are left out when X-Webhook-Id is %j', (id) => {
    expect('deliveryId' in read(BODY, { 'x-webhook-id': id })).toBe(false)
  })

  test.each(['', '0', '-1', '1.5', '1e3', '9999999999'])(
    'are left out when X-Webhook-Attempt is %j',
    (attempt) => {
      expect('attempt' in read(BODY, { 'x-webhook-attempt': attempt })).toBe(false)
    },
  )

  test('are not found in the signature header alone', () => {
    const headers: HeadersInput = headerOf(T)
    expect('deliveryId' in verifier.verify(BODY, headers)).toBe(false)
  })
})
