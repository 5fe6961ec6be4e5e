// `expectTypeOf` does nothing when it runs: `npm run types` is what makes these tests fail.
import { describe, expectTypeOf, test } from 'vitest'
import type { DiagnosisCause, diagnose } from '../../src/diagnose/diagnose.node.js'
import type { EventNamed, Secrets, WebhookErrorCode, WebhookEvent } from '../../src/index.node.js'
import type { VerifySignatureOptions } from '../../src/signature.node.js'
import {
  type deliver,
  fixtures,
  type signedRequest,
  type VARIANTS,
  type Variant,
} from '../../src/testing/index.node.js'

describe('the types of the tools', () => {
  test('give each fixture the type of its event', () => {
    expectTypeOf(fixtures['payment.expired']).toEqualTypeOf<EventNamed<'payment.expired'>>()
    expectTypeOf(fixtures.latePayment).toEqualTypeOf<EventNamed<'payment.confirmed'>>()
    expectTypeOf<WebhookEvent['event']>().toExtend<keyof typeof fixtures>()
    expectTypeOf(fixtures).not.toHaveProperty('payment.archived')
    expectTypeOf<Variant>().toEqualTypeOf<keyof typeof VARIANTS>()
    expectTypeOf<(typeof VARIANTS)[Variant]>().toExtend<'ok' | WebhookErrorCode>()
  })

  test('take an event that is new, and no other shape', () => {
    type Event = Parameters<typeof signedRequest>[0]
    expectTypeOf<{ event: 'order.archived'; timestamp: string; data: { id: string } }>().toExtend<Event>()
    expectTypeOf<{ event: 'order.archived' }>().not.toExtend<Event>()
    expectTypeOf<Parameters<typeof deliver>[1]>().toEqualTypeOf<Event>()
    expectTypeOf<{ secret: string; variant: 'older' }>().not.toExtend<Parameters<typeof signedRequest>[1]>()
  })

  test('let diagnose take what verifySignature takes, and close the union of its causes', () => {
    expectTypeOf<VerifySignatureOptions & { secrets: Secrets }>().toExtend<Parameters<typeof diagnose>[0]>()
    const explain = (cause: DiagnosisCause): string => {
      switch (cause) {
        case 'newline_at_end':
        case 'line_ends':
        case 'json_compacted':
        case 'json_spaced':
        case 'unicode_escapes':
        case 'slash_escapes':
        case 'byte_order_mark':
        case 'latin1':
          return 'body'
        case 'secret_space':
        case 'secret_encoding':
        case 'other_secret':
          return 'secret'
        case 'timestamp':
          return 'time'
        default:
          return cause satisfies never
      }
    }
    expectTypeOf(explain).returns.toBeString()
  })
})
