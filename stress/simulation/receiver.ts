import { createVerifier } from '@merchantpay/webhook-verify'
import type { AttemptOutcome } from '../../packages/server/src/domain/webhooks/webhook.js'
import type { WebhookPost } from '../../packages/server/src/workers/webhooks/webhook-sender.js'
import type { Dice } from '../../packages/server/test/support/ledger/dice.js'
import type { Caller } from './caller.js'
import { LIMITS } from './limits.js'
import type { SimulatedNetwork } from './networks/network.js'
import type { Story } from './story.js'
import type { VirtualTime } from './virtual-time.js'

const RELIABLE = 100
/** More than a server stands still. */
const LONGEST_PAUSE_MS = 660_000
/** The most that the verifier takes. */
const MOST_SECRETS = 8
/** The statuses in which an event may show its order or withdrawal. */
const STATUSES: Readonly<Record<string, readonly string[]>> = {
  'payment.confirmed': ['PAID', 'EXPIRED_PAID'],
  'payment.expired': ['EXPIRED'],
  'payment.underpaid': ['UNDERPAID'],
  'payment.frozen': ['FROZEN'],
  'payment.overpaid': ['PAID', 'EXPIRED_PAID'],
  'withdrawal.completed': ['COMPLETED'],
  'withdrawal.failed': ['FAILED', 'CANCELED'],
}
/** Events that are sent once their transactions are deep enough. */
const FINAL = new Set(['payment.confirmed', 'withdrawal.completed'])

interface Received {
  readonly event: string
  readonly data: Readonly<Record<string, unknown>>
}

/** The endpoint of a shop, and all that it saw. */
export class Receiver {
  /** Events by subject, as they were received. */
  readonly received = new Map<string, string[]>()
  /** The payment links of orders. */
  readonly links = new Map<string, string>()
  /** The transfers that paid an order too much, by order. */
  readonly overpayments = new Map<string, ReadonlySet<string>>()
  /** The orders that a fork froze, as their events tell. */
  readonly forked = new Set<string>()
  /** The highest number of an attempt, by event and subject. One that does not count is repeated under its number. */
  readonly attempts = new Map<string, number>()
  /** Attempts that break a rule. */
  readonly breaches: string[] = []
  /** Those that may sign. */
  secrets: string[] = []
  downUntil = 0
  /** The body of each delivery. */
  private readonly bodies = new Map<string, string>()
  /** Events, each with its subject, that came before a restore, which may have undone their reason. */
  private readonly forgiven = new Set<string>()
  private formerSecrets: string[] = []
  /** The last attempt of each delivery, with its end. */
  private readonly ended = new Map<string, { readonly number: number; readonly at: number }>()

  constructor(
    private readonly shop: string,
    private readonly world: {
      readonly time: VirtualTime
      readonly dice: Dice
      readonly story: Story
      readonly networks: readonly SimulatedNetwork[]
      readonly isReliable: () => boolean
    },
  ) {}

  get url(): string {
    return `https://${this.shop}.example/hooks`
  }

  /** Takes a new secret, and another one after a lost answer: a server that stands still may replace it later. */
  async replaceSecret(caller: Caller, dice: Dice): Promise<void> {
    const asked = [dice, 'POST', '/v1/merchants/webhook-secret'] as const
    for (;;) {
      const first = await caller.tryOnce(...asked)
      const { json } = first ?? (await caller.insist(...asked))
      this.formerSecrets.push(...this.secrets)
      this.secrets = [`${json.webhook_secret}`]
      if (first) return
      await this.world.time.sleep(LONGEST_PAUSE_MS)
    }
  }

  /** Accepts what a restore brings back: a former secret, and other events than those that came. */
  forgive(): void {
    this.secrets = [...this.formerSecrets, ...this.secrets].slice(-MOST_SECRETS)
    for (const [subject, events] of this.received)
      for (const event of events) this.forgiven.add(`${event} ${subject}`)
  }

  isForgiven(event: string, subject: string): boolean {
    return this.forgiven.has(`${event} ${subject}`)
  }

  /** Receives a webhook, and answers as receivers do: late, wrongly, twice or not. */
  async receive(post: WebhookPost, signal: AbortSignal): Promise<AttemptOutcome> {
    const { time } = this.world
    const delivery = `${post.headers['X-Webhook-Id']}`
    const number = Number(post.headers['X-Webhook-Attempt'])
    this.checkTime(delivery, number)
    const known = this.bodies.get(delivery) ?? `${post.body}`
    this.bodies.set(delivery, known)
    if (known !== `${post.body}`) this.breaches.push(`attempt ${number} of ${delivery}: another body`)
    try {
      return await this.answer(post, signal)
    } finally {
      this.ended.set(delivery, { number, at: time.now })
    }
  }

  private async answer({ body, headers }: WebhookPost, signal: AbortSignal): Promise<AttemptOutcome> {
    const { dice, time, story, isReliable } = this.world
    const mood = isReliable() ? RELIABLE : dice.below(100)
    const subject = this.noteAttempt(JSON.parse(`${body}`) as Received, Number(headers['X-Webhook-Attempt']))
    if (mood < 8 || (time.now < this.downUntil && !isReliable()))
      return { delivered: false, error: 'connection_refused' }
    const { event } = createVerifier({ secrets: this.secrets }).verify(body, headers) as { event: Received }
    if (mood < 16) return { delivered: false, error: 'HTTP 500' }
    this.checkContent(event, subject)
    const seen = this.received.get(subject) ?? []
    if (!seen.includes(event.event)) this.received.set(subject, [...seen, event.event])
    this.noteDetails(event.data, subject)
    story.note(`${this.shop} receives ${event.event} of ${subject}`)
    // The receiver has the event, and the server does not know.
    if (mood < 20) return { delivered: false, error: 'connection_reset' }
    if (mood < 24) {
      await time.sleep(10_000, signal).catch(() => undefined)
      return { delivered: false, error: 'timeout' }
    }
    return { delivered: true }
  }

  private noteDetails(
    { payment_link_id: link, overpayment_id: overpayment, reason }: Received['data'],
    subject: string,
  ): void {
    if (reason === 'reorg') this.forked.add(subject)
    if (typeof link === 'string') this.links.set(subject, link)
    if (typeof overpayment === 'string')
      this.overpayments.set(subject, new Set([...(this.overpayments.get(subject) ?? []), overpayment]))
  }

  /** Notes an attempt. @returns its subject */
  private noteAttempt({ event, data }: Received, number: number): string {
    const subject = `${data.withdrawal_id ?? data.order_id}`
    const name = `${event} ${subject}`
    this.attempts.set(name, Math.max(this.attempts.get(name) ?? 0, number))
    return subject
  }

  /** A crash repeats an attempt under its number. */
  private checkTime(delivery: string, number: number): void {
    const before = this.ended.get(delivery)
    const delayS = LIMITS.retryDelaysS[number - 1]
    const about = `attempt ${number} of ${delivery}`
    if (delayS === undefined) this.breaches.push(`${about}: there are ${LIMITS.retryDelaysS.length}`)
    else if (before?.number === number - 1 && this.world.time.now < before.at + delayS * 1_000)
      this.breaches.push(`${about}: less than ${delayS} s after the one before`)
  }

  private checkContent({ event, data }: Received, subject: string): void {
    const { breaches, world } = this
    if (!STATUSES[event]?.includes(`${data.status}`)) breaches.push(`${event} of ${subject}: ${data.status}`)
    const network = world.networks.find(({ name }) => name === data.network)
    if (!network || !FINAL.has(event)) return
    const transactions = (data.transactions ?? [data]) as readonly { readonly tx_hash: string }[]
    for (const { tx_hash } of transactions)
      if (network.chain.isShallow(tx_hash))
        breaches.push(`${event} of ${subject}: ${tx_hash} can still be lost`)
  }
}
