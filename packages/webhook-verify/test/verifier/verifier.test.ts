import { describe, expect, test } from 'vitest'
import { createVerifier, signWebhook } from '../../src/index.node.js'
import { verifySignature } from '../../src/signature.node.js'
import { BODY, headerOf, NOW, outcome, SECRET, T } from '../support/webhooks.js'

const options = { secrets: SECRET, clock: () => NOW }
const verifier = createVerifier(options)

describe('a verifier', () => {
  test('tells event, bytes, time and secret of an honest webhook', () => {
    const headers = {
      'x-merchant-signature': headerOf(T),
      'x-webhook-event': 'payment.confirmed',
      'x-webhook-id': 'wd_1',
      'x-webhook-attempt': '1',
    }
    expect(verifier.verify(BODY, headers)).toEqual({
      event: JSON.parse(BODY),
      known: true,
      rawBody: new TextEncoder().encode(BODY),
      signedAt: NOW,
      secretId: 'secret-1',
      deliveryId: 'wd_1',
      attempt: 1,
    })
  })

  test('is not needed to verify a signature alone, whatever the body is', () => {
    const header = headerOf(T, 'not JSON')
    const verified = { rawBody: new TextEncoder().encode('not JSON'), signedAt: NOW, secretId: 'secret-1' }
    expect(verifySignature({ ...options, body: 'not JSON', headers: header })).toEqual(verified)
  })

  test('works without this', () => {
    const { verify } = verifier
    expect(verify(BODY, headerOf(T)).known).toBe(true)
  })

  test('judges a call by its own tolerance and receivedAt', () => {
    expect(outcome(() => verifier.verify(BODY, headerOf(T), { receivedAt: NOW + 1e6 }))).toBe(
      'timestamp_too_old',
    )
    const exact = createVerifier({ ...options, toleranceSeconds: 0 })
    expect(outcome(() => exact.verify(BODY, {}))).toBe('missing_header')
  })

  test('checks in the order body, header, signature, time, payload', () => {
    const late = { receivedAt: NOW + 1e6 }
    const forged = headerOf(T, 'other')
    expect(outcome(() => verifier.verify(null, 'x', late))).toBe('raw_body_required')
    expect(outcome(() => verifier.verify('x', 'x', late))).toBe('malformed_header')
    expect(outcome(() => verifier.verify('x', forged, late))).toBe('signature_mismatch')
    expect(outcome(() => verifier.verify('x', headerOf(T, 'x'), late))).toBe('timestamp_too_old')
    expect(outcome(() => verifier.verify('x', headerOf(T, 'x')))).toBe('invalid_payload')
  })

  test('is not made without options, nor is a signature', () => {
    const none = undefined as unknown as Parameters<typeof createVerifier>[0] // plain JavaScript can leave them out
    expect(outcome(() => createVerifier(none))).toBe('invalid_secret')
    expect(outcome(() => signWebhook(none as Parameters<typeof signWebhook>[0]))).toBe('invalid_secret')
  })
})
