import { type Case, refusals } from '../case.js'
import { requireEqual, requireThat } from '../http/answer.js'
import { chunksOf, collect, type OpenStream, openStream } from '../http/event-stream.js'
import { callOf, open } from '../http/request.js'
import { pass } from '../session/pass.js'
import { CUSTOM, makeOrder, simulate, UNKNOWN_UUID } from './samples.js'

/** The actions that end an order, and the statuses in its stream from OPEN on. */
const ENDINGS: readonly [action: string, status: string][] = [
  ['expire', 'EXPIRED'],
  ['underpay', 'UNDERPAID'],
  ['freeze', 'FROZEN'],
]

const COMMENT_EVERY_MS = 15_000
/** Messages take no virtual time, but they do not arrive at once. */
const LOOKS = 20

/** One message per version from the first to the one that closes the stream; steps between may come together. */
function requireSteps(seen: readonly string[], last: string): void {
  const ids = seen.map((message) => Number(message.split(' ')[0]))
  const expected = Array.from({ length: seen.length }, (_, at) => at + 1)
  requireEqual(ids, expected, `ids of ${seen.join(', ')}`)
  requireEqual([seen[0], seen.at(-1)], ['1 OPEN', `${seen.length} ${last}`], 'the first and the last message')
}

const statuses = async ({ messages }: OpenStream) =>
  (await collect(messages)).map((message) => message.split(' ')[1])

/** Streams of the changes of an order. */
export const streams: Case[] = [
  {
    name: 'a stream sends the current order, one message per change with the next id, and closes at PAID',
    operationId: 'streamOrderEvents',
    covers: ['streamOrderEvents', 'simulateOrder'],
    async run(session) {
      const merchant = await session.merchant()
      const order = await makeOrder(merchant)
      const { messages } = await merchant.openStream(order.id)
      const first = await messages.next()
      requireEqual(JSON.parse(first.value?.data ?? 'null'), order, 'the first message')
      const seen = collect(messages)
      await simulate(merchant, order.id, { action: 'pay' })
      await merchant.reachOrder(order.id, 'PAID')
      requireSteps([`${first.value?.id} OPEN`, ...(await seen)], 'PAID')
    },
  },
  {
    name: 'a stream sends every step of an app-only payment, though all happen at once',
    operationId: 'streamOrderEvents',
    covers: ['streamOrderEvents', 'simulateOrder'],
    async run(session) {
      const merchant = await session.merchant()
      const { id } = await merchant.succeeds('createAppOrder', { body: CUSTOM })
      const seen = collect((await merchant.openStream(id)).messages)
      await simulate(merchant, id, { action: 'pay', amount: '5' })
      requireEqual(await seen, ['1 OPEN', '2 PENDING_CONFIRM', '3 PAID'], 'messages')
    },
  },
  ...ENDINGS.map(
    ([action, status]): Case => ({
      name: `a stream closes at ${status}, and so does one that is opened then`,
      operationId: 'streamOrderEvents',
      covers: ['streamOrderEvents', 'simulateOrder'],
      async run(session) {
        const merchant = await session.merchant()
        const { id } = await makeOrder(merchant)
        const seen = collect((await merchant.openStream(id)).messages)
        await simulate(merchant, id, { action })
        await merchant.reachOrder(id, status)
        requireSteps(await seen, status)
        requireEqual(await merchant.openStream(id).then(statuses), [status], 'a stream that is opened later')
      },
    }),
  ),
  {
    name: 'a stream sends an underpaid order as OPEN again before it ends: no payment ends a window',
    operationId: 'streamOrderEvents',
    covers: ['streamOrderEvents', 'simulateOrder'],
    async run(session) {
      const merchant = await session.merchant()
      const { id } = await makeOrder(merchant)
      const { messages } = await merchant.openStream(id)
      await simulate(merchant, id, { action: 'underpay' })
      await merchant.reachOrder(id, 'UNDERPAID')
      const told: string[] = []
      for await (const { status, data } of messages)
        told.push(`${status} ${JSON.parse(data).received_amount}`)
      requireEqual(told.slice(-2), ['OPEN 12.50', 'UNDERPAID 12.50'], 'the last two messages')
    },
  },
  {
    name: 'a stream closes at EXPIRED_PAID, which follows EXPIRED',
    operationId: 'streamOrderEvents',
    covers: ['streamOrderEvents', 'simulateOrder'],
    async run(session) {
      const merchant = await session.merchant()
      const { id } = await makeOrder(merchant)
      await simulate(merchant, id, { action: 'expire' })
      await merchant.reachOrder(id, 'EXPIRED')
      await simulate(merchant, id, { action: 'late_pay' })
      await merchant.reachOrder(id, 'EXPIRED_PAID')
      requireEqual(await merchant.openStream(id).then(statuses), ['EXPIRED_PAID'], 'a stream of it')
    },
  },
  {
    name: 'a stream does not repeat the version that Last-Event-ID names; any other text is ignored',
    operationId: 'streamOrderEvents',
    covers: ['streamOrderEvents'],
    async run(session) {
      const merchant = await session.merchant()
      const { id } = await merchant.succeeds('createAppOrder', { body: CUSTOM })
      for (const text of ['9', '0', '-1', 'x', '1e0', '1'.repeat(129)]) {
        const { messages, close } = await merchant.openStream(id, { 'last-event-id': text })
        requireEqual((await messages.next()).value?.id, '1', `the first id after Last-Event-ID ${text}`)
        close()
      }
      const seen = collect((await merchant.openStream(id, { 'last-event-id': '1' })).messages)
      await simulate(merchant, id, { action: 'pay', amount: '5' })
      requireEqual(await seen, ['2 PENDING_CONFIRM', '3 PAID'], 'messages')
      const after = await merchant.openStream(id, { 'last-event-id': '3' })
      requireEqual(await collect(after.messages), [], 'messages after the last')
    },
  },
  {
    name: 'a stream sends no more once its key is revoked, and ends at its next message',
    operationId: 'streamOrderEvents',
    covers: ['streamOrderEvents', 'revokeApiKey'],
    async run(session) {
      const merchant = await session.merchant()
      const keys = await merchant.makeKey()
      const { id } = await makeOrder(merchant)
      const { messages } = await openStream(session.target, keys, id)
      requireEqual((await messages.next()).value?.status, 'OPEN', 'the first message')
      await merchant.succeeds('revokeApiKey', { id: keys.keyId })
      await simulate(merchant, id, { action: 'expire' })
      await merchant.reachOrder(id, 'EXPIRED')
      requireEqual(await collect(messages), [], 'messages after the key was revoked')
    },
  },
  {
    name: 'a stream without news sends a comment every 15 s',
    operationId: 'streamOrderEvents',
    covers: ['streamOrderEvents'],
    needs: ['time'],
    async run(session) {
      const { target } = session
      const merchant = await session.merchant()
      const keys = await merchant.makeKey()
      const { id } = await makeOrder(merchant)
      const abort = new AbortController()
      const call = callOf('streamOrderEvents', { id, headers: { 'last-event-id': '1' } })
      const response = await open(target, call, { keys }, abort.signal)
      let told = ''
      const read = async () => {
        for await (const chunk of chunksOf(response)) told += chunk
      }
      read().catch(() => undefined) // the abort at the end
      const toldAfter = async (ms: number) => {
        await pass(target, ms)
        for (let look = 0; look < LOOKS; look += 1) await pass(target, 0)
        return told
      }
      requireEqual(await toldAfter(COMMENT_EVERY_MS - 1), '', 'what is told within 15 s')
      requireThat(/^:.*\n\n$/.test(await toldAfter(1)), `a comment after 15 s, not ${told}`)
      const isTwice = /^(?::.*\n\n){2}$/.test(await toldAfter(COMMENT_EVERY_MS))
      requireThat(isTwice, `two comments after 30 s, not ${told}`)
      abort.abort()
    },
  },
  {
    name: 'streamOrderEvents: another merchant’s order is 403 forbidden',
    operationId: 'streamOrderEvents',
    covers: ['streamOrderEvents forbidden'],
    needs: ['registration'],
    async run(session) {
      const { id } = await makeOrder(await session.merchant())
      await (await session.other()).isRefused('streamOrderEvents', { id }, '403 forbidden')
    },
  },
  ...refusals('streamOrderEvents', [
    ['an unknown id', { id: UNKNOWN_UUID }, '404 order not found'],
    ['an id that is not a UUID', { id: 'ord_1' }, '404 order not found'],
    ['a query', { id: UNKNOWN_UUID, query: 'since=1' }, '400 invalid parameter: since'],
  ]),
]
