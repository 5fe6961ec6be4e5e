// `expectTypeOf` does nothing when it runs: `npm run types` is what makes these tests fail.
import type Database from 'better-sqlite3'
import { describe, expectTypeOf, test } from 'vitest'
import type { RedisCommand } from '../../src/dedupe/redis.js'
import type { SqliteDatabase } from '../../src/dedupe/sqlite.js'
import type {
  BodyStream,
  DedupeStore,
  Receiver,
  ReceiverOptions,
  UnknownWebhookEvent,
  WebhookEvent,
} from '../../src/index.node.js'

type Handlers = ReceiverOptions['on']
type EventOf<Name extends keyof Handlers> = Parameters<NonNullable<Handlers[Name]>>[0]

describe('the types of a receiver', () => {
  test('give each handler its own event, and a name for every event of the contract', () => {
    expectTypeOf<EventOf<'payment.confirmed'>['data']['paid_at']>().toBeString()
    expectTypeOf<EventOf<'payment.underpaid'>['data']['missing_amount']>().toBeString()
    expectTypeOf<EventOf<'payment.expired'>['data']>().not.toHaveProperty('paid_at')
    expectTypeOf<keyof Handlers>().toEqualTypeOf<WebhookEvent['event']>()
    expectTypeOf<{ 'payment.paid': () => void }>().not.toExtend<Handlers>()
  })

  test('give the other handlers what they may get', () => {
    type Unknown = NonNullable<ReceiverOptions['onUnknown']>
    type Repeat = NonNullable<ReceiverOptions['onRepeat']>
    expectTypeOf<Parameters<Unknown>[0]>().toEqualTypeOf<UnknownWebhookEvent>()
    expectTypeOf<Parameters<Repeat>[0]>().toEqualTypeOf<WebhookEvent | UnknownWebhookEvent>()
  })

  test('ask how handled events are remembered', () => {
    expectTypeOf<Omit<ReceiverOptions, 'dedupe'>>().not.toExtend<ReceiverOptions>()
    expectTypeOf<DedupeStore | false>().toEqualTypeOf<ReceiverOptions['dedupe']>()
  })

  test('take the streams, databases and clients there are', () => {
    type Body = Parameters<Receiver['handle']>[0]
    expectTypeOf<import('node:http').IncomingMessage>().toExtend<Body>()
    expectTypeOf<NonNullable<Request['body']>>().toExtend<BodyStream>()
    expectTypeOf<Buffer>().toExtend<Body>()
    expectTypeOf<{ event: string }>().not.toExtend<Body>()
    expectTypeOf<Database.Database>().toExtend<SqliteDatabase>()
    expectTypeOf<RedisCommand>().toExtend<string[]>()
  })
})
