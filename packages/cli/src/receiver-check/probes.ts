import { randomUUID } from 'node:crypto'
import { signWebhook } from '@merchantpay/webhook-verify'
import { fixtures } from '@merchantpay/webhook-verify/testing'
import { standardHeaders } from './standard-headers.js'

/** One second beyond the tolerance of the interface. */
const OUT_OF_TOLERANCE_SECONDS = 301
const FOREIGN_SECRET = 'whsec_ofSomeSenderThatIsNotTheServiceAndNeverWasIt'

export type ProbeName = 'valid' | 'forged' | 'old' | 'ahead' | 'twice' | 'unknown' | 'spacing' | 'slow'

/** A request to a receiver, and the answer that it expects. */
export interface Probe {
  readonly name: ProbeName
  readonly does: string
  readonly isAccepted: boolean
  /** How the request differs from one of the service. */
  readonly foreignKey?: true
  readonly shiftSeconds?: number
  readonly times?: number
  readonly event?: string
  readonly isSpaced?: true
  readonly isSlow?: true
}

/** The probes, in the order in which they are sent. */
export const PROBES: readonly Probe[] = [
  { name: 'valid', does: 'a signed event', isAccepted: true },
  { name: 'forged', does: 'an event signed with another secret', isAccepted: false, foreignKey: true },
  {
    name: 'old',
    does: 'an event signed 301 s ago',
    isAccepted: false,
    shiftSeconds: -OUT_OF_TOLERANCE_SECONDS,
  },
  {
    name: 'ahead',
    does: 'an event signed 301 s in the future',
    isAccepted: false,
    shiftSeconds: OUT_OF_TOLERANCE_SECONDS,
  },
  { name: 'twice', does: 'an event that is delivered twice', isAccepted: true, times: 2 },
  { name: 'unknown', does: 'an event of a later version', isAccepted: true, event: 'order.archived' },
  { name: 'spacing', does: 'an event whose JSON has other white space', isAccepted: true, isSpaced: true },
  { name: 'slow', does: 'an event that arrives in pieces', isAccepted: true, isSlow: true },
]

/** The bytes of a probe and its headers. */
export interface SignedProbe {
  readonly body: Buffer
  readonly headers: Readonly<Record<string, string>>
  /** Unix seconds. */
  readonly timestamp: number
}

/** An event about an order that does not exist: it expired, so that no receiver delivers goods for it. */
export function probeBody({ event = 'payment.expired', isSpaced }: Probe, orderNumber: string): Buffer {
  const { data } = fixtures['payment.expired']
  const order = { order_id: randomUUID(), order_number: orderNumber }
  const metadata = { note: 'sent by merchantpay webhooks check' }
  const document = {
    event,
    timestamp: new Date().toISOString(),
    data: { ...data, ...order, metadata },
  }
  if (!isSpaced) return Buffer.from(JSON.stringify(document))
  // White space, an escape and a number form that JSON.stringify does not write.
  return Buffer.from(`${JSON.stringify(document, null, '\t').replace('"USDT"', '"\\u0055SDT"')}\r\n`)
}

/** Signs a probe at a time, in epoch milliseconds. */
export function signProbe(probe: Probe, body: Buffer, secret: string, now: number): SignedProbe {
  const { shiftSeconds = 0, foreignKey } = probe
  const timestamp = Math.floor(now / 1_000) + shiftSeconds
  const { event } = JSON.parse(body.toString()) as { event: string } // made by probeBody
  const id = `wd_check${randomUUID().slice(0, 8)}`
  const signedWith = foreignKey ? FOREIGN_SECRET : secret
  return {
    body,
    timestamp,
    headers: {
      'content-type': 'application/json',
      'x-merchant-signature': signWebhook({ body, secrets: signedWith, timestamp }),
      'x-webhook-event': event,
      'x-webhook-id': id,
      'x-webhook-attempt': '1',
      ...standardHeaders({ id, timestamp, body, secret: signedWith }),
    },
  }
}
