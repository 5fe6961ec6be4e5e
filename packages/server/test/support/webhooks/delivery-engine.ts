import { createHash } from 'node:crypto'
import type { Context } from '../../../src/domain/context.js'
import type { Store } from '../../../src/domain/store/store.js'
import type { AttemptOutcome, OutgoingEvent, WebhookEndpoint } from '../../../src/domain/webhooks/webhook.js'
import { fanOut } from '../../../src/domain/webhooks/webhook-deliveries.js'
import { createWebhook } from '../../../src/domain/webhooks/webhook-endpoints.js'
import { issueWebhookSecret } from '../../../src/domain/webhooks/webhook-secrets.js'
import {
  type WebhookDispatcher,
  webhookDispatcher,
} from '../../../src/workers/webhooks/webhook-dispatcher.js'
import type { SendWebhook, WebhookPost } from '../../../src/workers/webhooks/webhook-sender.js'
import { contextAt, type HandClock, handClock } from '../domain/context.js'
import { type Engine, openDatabase, type TestDatabase } from '../storage/engines.js'
import { merchant } from '../storage/store-rows.js'

export const LEASE_MS = 30_000

/** One POST as the receivers got it. */
export interface Sent {
  readonly url: string
  readonly id: string
  readonly attempt: number
  readonly signature: string
  readonly bodyHash: string
  /** Business time. */
  readonly at: number
}

/** Decides how a POST ends; a promise ends it later. */
export type Answer = (sent: Sent) => AttemptOutcome | Promise<AttemptOutcome>

export const DELIVERED: AttemptOutcome = { delivered: true }
export const failed = (error: string): AttemptOutcome => ({ delivered: false, error })

/** Dispatchers on one database, with scripted receivers and clocks that are moved by hand. */
export class DeliveryEngine<Own extends Pick<TestDatabase, 'store'> = TestDatabase> {
  readonly sent: Sent[] = []
  answer: Answer = () => DELIVERED
  private events = 0

  private constructor(
    readonly database: Own,
    readonly clock: HandClock,
    readonly context: Context,
  ) {}

  /** Called for an internal error of an attempt or its record. Throws unless a test replaces it. */
  onError = (error: unknown): void => {
    throw error
  }

  /** Starts on a database of the test's own. */
  static async start(engine: Engine, merchants?: readonly string[]): Promise<DeliveryEngine> {
    return DeliveryEngine.over(await openDatabase(engine), merchants)
  }

  static async over<Own extends Pick<TestDatabase, 'store'>>(
    database: Own,
    merchants: readonly string[] = ['shop'],
  ): Promise<DeliveryEngine<Own>> {
    const clock = handClock()
    const one = new DeliveryEngine(database, clock, contextAt(clock))
    await one.database.store.write(async (tx) => {
      for (const merchantId of merchants) {
        await tx.merchants.insert(merchant(merchantId))
        await issueWebhookSecret(tx, one.context, { merchantId, environment: 'test' })
      }
    })
    return one
  }

  /**
   * Creates a dispatcher.
   *
   * @param store its store, by default the engine's
   * @param isServing whether requests come in
   */
  dispatcher(owner = 'one', store: Store = this.database.store, isServing = () => false): WebhookDispatcher {
    const send: SendWebhook = (post, signal) => {
      const sent = this.record(post)
      const cut = new Promise<AttemptOutcome>((resolve) => {
        signal.addEventListener('abort', () => resolve(failed('timeout')), { once: true })
      })
      return Promise.race([this.answer(sent), cut])
    }
    const onError = (error: unknown) => this.onError(error)
    return webhookDispatcher(store, this.context, {
      owner,
      send,
      leaseMs: LEASE_MS,
      isServing,
      onAttemptEnded: () => undefined,
      onError,
    })
  }

  endpoint(url: string, merchantId = 'shop'): Promise<WebhookEndpoint> {
    const input = { url, events: ['payment.confirmed'] as const }
    return this.database.store.write((tx) =>
      createWebhook(tx, this.context, { merchantId, environment: 'test' }, input),
    )
  }

  /** Stores `count` events of the merchant, for its endpoints or for an order's own URL. */
  async enqueue(count = 1, { ownUrl = null as string | null, merchantId = 'shop' } = {}): Promise<void> {
    const outgoing = this.outgoing(count, { ownUrl, merchantId })
    await this.database.store.write((tx) => fanOut(tx, this.context, outgoing))
  }

  /** Creates the same events without storing them. */
  outgoing(count = 1, { ownUrl = null as string | null, merchantId = 'shop' } = {}): OutgoingEvent[] {
    return Array.from({ length: count }, () => {
      this.events += 1
      const name = `${this.events}`.padStart(7, '0')
      const event = {
        id: `event ${name}`,
        merchantId,
        environment: 'test',
        event: 'payment.confirmed',
        subject: `order ${name}`,
        body: `{"event":"payment.confirmed","n":${this.events}}`,
        createdAt: this.clock.now(),
      } as const
      return { event, ownUrl }
    })
  }

  /** Moves both clocks. */
  pass(ms: number): void {
    this.clock.businessAt += ms
    this.clock.realAt += ms
  }

  async deliveries(
    this: DeliveryEngine,
  ): Promise<
    { id: string; status: string; attempts: bigint; last_error: string | null; claimed_by: string | null }[]
  > {
    const side = await this.database.side()
    return side.rows(
      'SELECT id, status, attempts, last_error, claimed_by FROM webhook_deliveries ORDER BY created_at, id',
    )
  }

  private record({ url, headers, body }: WebhookPost): Sent {
    const sent = {
      url,
      id: headers['X-Webhook-Id'] ?? '',
      attempt: Number(headers['X-Webhook-Attempt']),
      signature: headers['X-Merchant-Signature'] ?? '',
      bodyHash: createHash('sha256').update(body).digest('hex'),
      at: this.clock.now(),
    }
    this.sent.push(sent)
    return sent
  }
}

/** Ticks until there is nothing to do. */
export async function work(dispatcher: WebhookDispatcher): Promise<void> {
  while ((await dispatcher.tick(new AbortController().signal)) > 0) await dispatcher.idle()
}

/** Ticks once; its attempts may still be under way. @returns the number of handled deliveries */
export const tick = (dispatcher: WebhookDispatcher): Promise<number> =>
  dispatcher.tick(new AbortController().signal)
