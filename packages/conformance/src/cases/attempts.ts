import { createHmac } from 'node:crypto'
import { systemClock } from '@merchantpay/testing'
import type { Case } from '../case.js'
import { requireEqual, requireThat } from '../http/answer.js'
import type { Merchant } from '../session/merchant.js'
import { pass } from '../session/pass.js'
import type { Session } from '../session/session.js'
import { makeOrder, ORDER, simulate } from './samples.js'

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000
const TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736'
const PARENT = '00f067aa0ba902b7'
const TRACEPARENT = `00-${TRACE_ID}-${PARENT}-01`
/** Minutes from the first attempt to each. */
const SCHEDULE = [0, 1, 6, 36, 156, 1_596]
/** The receiver's clock is not the server's. */
const SLACK_MS = 5_000

/** One attempt as received. */
export interface Received {
  /** Unix milliseconds of the target's clock. */
  readonly at: number
  readonly headers: Headers
  readonly body: string
}

/** Receives webhooks while `use` runs. */
export async function receiving(
  { target }: Session,
  status: number,
  use: (url: string, received: readonly Received[]) => Promise<void>,
): Promise<void> {
  const received: Received[] = []
  const receiver = await target.receiveWebhooks?.(async (request) => {
    const at = (target.clock ?? systemClock).now()
    received.push({ at, headers: request.headers, body: await request.text() })
    return new Response(null, { status })
  })
  try {
    await use(receiver?.url ?? '', received)
  } finally {
    await receiver?.stop()
  }
}

/** Expires an order and returns its webhook. */
async function nextOf(merchant: Merchant, url: string, received: readonly Received[]): Promise<Received> {
  const before = received.length
  const { id } = await makeOrder(merchant, { webhook_url: url })
  await simulate(merchant, id, { action: 'expire' })
  const next = await merchant.until(
    async () => received[before],
    (found) => found !== undefined,
  )
  if (!next) throw new Error('expected a webhook')
  return next
}

/** Compares the headers of Standard Webhooks with those of the secrets, newest first. */
function requireStandard(
  { headers, body, timestamp }: Pick<Received, 'headers' | 'body'> & { timestamp: string },
  secrets: readonly string[],
  what: string,
): void {
  const id = headers.get('x-webhook-id') ?? ''
  const macOf = (secret: string) =>
    createHmac('sha256', Buffer.from(secret.slice('whsec_'.length), 'base64'))
      .update(`${id}.${timestamp}.${body}`)
      .digest('base64')
  requireEqual(
    ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => headers.get(name)),
    [id, timestamp, secrets.map((secret) => `v1,${macOf(secret)}`).join(' ')],
    `${what}, as Standard Webhooks`,
  )
}

/** Compares the signatures of a webhook with those of the secrets, newest first. */
export function requireSigned({ headers, body }: Received, secrets: readonly string[], what: string): void {
  const header = headers.get('x-merchant-signature') ?? ''
  const timestamp = /^t=(\d+),/.exec(header)?.[1] ?? ''
  const macOf = (secret: string) => createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')
  const signatures = secrets.map((secret) => `,v1=${macOf(secret)}`)
  requireEqual(header, `t=${timestamp}${signatures.join('')}`, what)
  requireStandard({ headers, body, timestamp }, secrets, what)
}

/** Signatures and the schedule of attempts. */
export const attempts: Case[] = [
  {
    name: 'a webhook is signed with the new secret and, for 24 h, with the previous one, but with no third',
    operationId: 'rotateWebhookSecret',
    covers: ['rotateWebhookSecret'],
    needs: ['registration', 'receiver'],
    run: (session) =>
      receiving(session, 200, async (url, received) => {
        const merchant = await session.register()
        const secrets: string[] = []
        for (let rotation = 0; rotation < 3; rotation += 1) {
          secrets.unshift((await merchant.succeeds('rotateWebhookSecret')).webhook_secret)
        }
        const webhook = await nextOf(merchant, url, received)
        requireSigned(webhook, secrets.slice(0, 2), 'the signature after three rotations')
        if (!session.target.advance) return
        await pass(session.target, 24 * HOUR_MS)
        const later = await nextOf(merchant, url, received)
        requireSigned(later, secrets.slice(0, 1), 'the signature a day later')
      }),
  },
  {
    name: 'the webhooks of an order continue the trace of the call that made it, and no invalid one',
    operationId: 'createOrder',
    covers: ['createOrder'],
    needs: ['registration', 'receiver'],
    run: (session) =>
      receiving(session, 200, async (url, received) => {
        const merchant = await session.register()
        const traces: (string | null)[] = []
        for (const traceparent of [TRACEPARENT, TRACEPARENT.replace('00-', 'ff-'), '']) {
          const headers = traceparent === '' ? {} : { traceparent }
          const before = received.length
          const body = { ...ORDER, webhook_url: url }
          const { id } = await merchant.succeeds('createOrder', { body, headers })
          await simulate(merchant, id, { action: 'expire' })
          const next = await merchant.until(
            async () => received[before],
            (found) => found !== undefined,
          )
          traces.push(next?.headers.get('traceparent') ?? null)
        }
        const [continued = '', ...others] = traces
        const [version, traceId, parent, flags] = (continued ?? '').split('-')
        requireEqual([version, traceId, flags], ['00', TRACE_ID, '01'], 'the trace of the webhook')
        requireThat(/^[0-9a-f]{16}$/.test(parent ?? '') && parent !== PARENT, 'a new parent')
        requireEqual(others, [null, null], 'webhooks without a trace')
      }),
  },
  {
    name: 'a failing webhook is sent six times on the schedule, with the same id and bytes',
    operationId: 'listOrderDeliveries',
    covers: ['listOrderDeliveries'],
    needs: ['registration', 'receiver'],
    run: (session) =>
      receiving(session, 500, async (url, received) => {
        const { target } = session
        const merchant = await session.register()
        const { id } = await makeOrder(merchant, { webhook_url: url })
        await simulate(merchant, id, { action: 'expire' })
        const findDelivery = async () =>
          (await merchant.succeeds('listOrderDeliveries', { id })).deliveries[0]
        const failed = await merchant.until(findDelivery, (delivery) => delivery?.last_error != null)
        const { status, attempts: made, last_error, next_attempt_at, created_at = '' } = failed ?? {}
        requireEqual([status, made, last_error], ['PENDING', 1, 'HTTP 500'], 'after the first attempt')
        const waitMs = Date.parse(next_attempt_at ?? '') - Date.parse(created_at)
        requireThat(
          waitMs >= MINUTE_MS && waitMs <= MINUTE_MS + SLACK_MS,
          `a wait of a minute, not ${waitMs} ms`,
        )
        if (!target.advance) return
        await pass(target, 30 * HOUR_MS)
        const first = received[0]?.at ?? 0
        const minutes = received.map(({ at }) => Math.round((at - first) / MINUTE_MS))
        requireEqual(minutes, SCHEDULE, 'minutes from the first attempt to each')
        const numbers = received.map(({ headers }) => Number(headers.get('x-webhook-attempt')))
        requireEqual(numbers, [1, 2, 3, 4, 5, 6], 'numbers of the attempts')
        const sent = new Set(received.map(({ headers, body }) => headers.get('x-webhook-id') + body))
        requireEqual(sent.size, 1, 'ids and bodies')
        const last = await findDelivery()
        requireEqual([last?.status, last?.next_attempt_at], ['FAILED', null], 'after the last attempt')
      }),
  },
]
