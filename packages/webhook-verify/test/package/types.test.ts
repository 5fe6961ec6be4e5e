// `expectTypeOf` does nothing when it runs: `npm run types` is what makes these tests fail.
import type { KeyObject, webcrypto } from 'node:crypto'
import { describe, expectTypeOf, test } from 'vitest'
import {
  type AsyncBodyInput,
  type AsyncVerifier,
  type BodyInput,
  createVerifier,
  type SecretResolver,
  type Secrets,
  type UnknownWebhookEvent,
  type WebhookErrorCode,
  type WebhookEvent,
} from '../../src/index.node.js'
import type { VerifySignatureOptions } from '../../src/signature.node.js'
import { SECRET } from '../support/webhooks.js'

const verify = () => createVerifier({ secrets: SECRET }).verify('', '')

describe('the types', () => {
  test('make a switch over the event narrow its data, and be exhaustive', () => {
    const describeEvent = (event: WebhookEvent): string => {
      switch (event.event) {
        case 'payment.confirmed':
          return event.data.paid_at
        case 'payment.expired':
          // @ts-expect-error an expired order was not paid
          return event.data.paid_at ?? event.data.expired_at
        case 'payment.underpaid':
          return event.data.missing_amount
        case 'payment.frozen':
          return event.data.reason
        case 'payment.overpaid':
          return event.data.overpayment_id
        case 'withdrawal.completed':
          return event.data.tx_hash
        case 'withdrawal.failed':
          // @ts-expect-error a withdrawal that was never signed has no hash
          return (event.data.tx_hash satisfies string) ?? event.data.failure_code
        default:
          return event satisfies never
      }
    }
    expectTypeOf(describeEvent).returns.toBeString()
  })

  test('make known tell an event of the contract from a new one', () => {
    const read = () => {
      const result = verify()
      if (result.known) expectTypeOf(result.event).toEqualTypeOf<WebhookEvent>()
      else expectTypeOf(result.event).toEqualTypeOf<UnknownWebhookEvent>()
    }
    expectTypeOf(read).toBeFunction()
  })

  test('close the union of the codes', () => {
    expectTypeOf<WebhookErrorCode>().toEqualTypeOf<
      | 'missing_header'
      | 'duplicate_header'
      | 'header_too_large'
      | 'malformed_header'
      | 'duplicate_timestamp'
      | 'no_signature'
      | 'too_many_signatures'
      | 'invalid_body'
      | 'body_aborted'
      | 'invalid_payload'
      | 'event_mismatch'
      | 'signature_mismatch'
      | 'timestamp_too_old'
      | 'timestamp_too_new'
      | 'body_timeout'
      | 'replayed'
      | 'body_too_large'
      | 'unsupported_encoding'
      | 'raw_body_required'
      | 'invalid_secret'
      | 'invalid_option'
      | 'sync_unavailable'
      | 'secret_unavailable'
      | 'store_unavailable'
    >()
  })

  test('leave statuses open and everything else of an event closed', () => {
    type Paid = Extract<WebhookEvent, { event: 'payment.confirmed' }>
    expectTypeOf<'SETTLED'>().toExtend<Paid['data']['status']>()
    expectTypeOf<Paid['data']['order_amount']>().toBeString()
    expectTypeOf<Paid['data']>().not.toHaveProperty('oder_id')
    expectTypeOf<WebhookEvent>().toExtend<UnknownWebhookEvent>()
  })

  test('take what frameworks and the environment give, and no parsed body', () => {
    type Options = VerifySignatureOptions
    expectTypeOf<string | undefined>().toExtend<Options['secrets']>()
    expectTypeOf<Buffer | undefined>().toExtend<Options['body']>()
    expectTypeOf<import('node:http').IncomingHttpHeaders>().toExtend<Options['headers']>()
    expectTypeOf<Headers>().toExtend<Options['headers']>()
    expectTypeOf<string[]>().toExtend<Options['headers']>()
    expectTypeOf<Map<string, string>>().toExtend<Options['headers']>()
    expectTypeOf<{ event: string }>().not.toExtend<Options['body']>()
  })

  test('take keys, and bodies that are still unread in the asynchronous calls alone', () => {
    expectTypeOf<KeyObject>().toExtend<Secrets>()
    expectTypeOf<webcrypto.CryptoKey>().toExtend<Secrets>()
    expectTypeOf<Promise<string>>().not.toExtend<Secrets>()
    expectTypeOf<() => Promise<string>>().toExtend<SecretResolver>()
    expectTypeOf<Request>().toExtend<AsyncBodyInput>()
    expectTypeOf<ReadableStream>().toExtend<AsyncBodyInput>()
    expectTypeOf<import('node:http').IncomingMessage>().toExtend<AsyncBodyInput>()
    expectTypeOf<Request>().not.toExtend<BodyInput>()
    expectTypeOf<{ event: string }>().not.toExtend<AsyncBodyInput>()
  })

  test('promise no synchronous call in the web build, and the same asynchronous ones', () => {
    type Web = typeof import('../../src/index.web.js')
    type Node = typeof import('../../src/index.node.js')
    expectTypeOf<Web>().not.toHaveProperty('signWebhook')
    expectTypeOf<ReturnType<Web['createVerifier']>>().toEqualTypeOf<AsyncVerifier>()
    expectTypeOf<AsyncVerifier>().not.toHaveProperty('verify')
    expectTypeOf<typeof import('../../src/signature.web.js')>().not.toHaveProperty('verifySignature')
    expectTypeOf<Node>().toExtend<Web>()
    expectTypeOf<Web['signWebhookAsync']>().toEqualTypeOf<Node['signWebhookAsync']>()
    expectTypeOf<Web['createReceiver']>().toEqualTypeOf<Node['createReceiver']>()
  })
})
