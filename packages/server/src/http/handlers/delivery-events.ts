import type { Context } from '../../domain/context.js'
import type { Caller } from '../../domain/merchants/api-key.js'
import { signingKeys } from '../../domain/secrets/signing-keys.js'
import { DomainError } from '../../domain/shared/errors.js'
import { scopeName } from '../../domain/shared/types.js'
import type { Store } from '../../domain/store/store.js'
import type { FeedItem } from '../../domain/webhooks/feed-item.js'
import type { WebhookSecret } from '../../domain/webhooks/webhook.js'
import { type FeedCursor, FeedPosition } from '../../domain/webhooks/webhook-feed.js'
import { webhookHeaders } from '../../domain/webhooks/webhook-headers.js'
import { secretContext } from '../../domain/webhooks/webhook-secrets.js'
import type { components } from '../../generated/contract.gen.js'
import type { Handlers } from '../handler.js'
import type { Feed } from '../streams/feed.js'
import { type ApiStreams, namesOf, type StreamOwner } from '../streams/open-streams.js'
import type { EventStream } from '../streams/sse.js'

/** `<time>-<id>-<recent>`; a time alone is the position after everything before it. */
const CURSOR = /^([0-9]{1,15})(?:-([0-9A-Za-z_-]{1,64})-([0-9]{1,9}))?$/
/** How often a stream checks for items that were stored late. */
const LATE_EVERY_MS = 1_000

export interface DeliveryStreamServices {
  readonly store: Store
  readonly context: Context
  /** Wakes streams; its subjects are scopes of merchant and environment. */
  readonly feed: Feed
  readonly streams: ApiStreams
}

export function deliveryEventHandlers(
  services: DeliveryStreamServices,
): Pick<Handlers, 'streamTestDeliveries'> {
  return {
    streamTestDeliveries: {
      access: 'stream',
      async open({ caller, headers }, response) {
        const { store, context, streams } = services
        if (caller.environment === 'live') throw new DomainError('forbidden')
        const names = namesOf(caller, `deliveries of ${caller.merchantId}`)
        streams.require(names)
        const now = context.clock.now()
        const position = await store.read((tx) =>
          FeedPosition.open(tx, caller, cursorOf(headers['Last-Event-ID']), now),
        )
        const follower = new Follower(services, caller, position)
        follower.start(await streams.start(names, response, follower))
      },
    },
  }
}

/** Sends one stream all items after its position, in order and no faster than the client reads, while the key is active. */
class Follower implements StreamOwner {
  private stream: EventStream | undefined
  private isRunning = false
  private isAwake = false
  private isLateCheckMissing = false
  /** Runs from one check for late items until the next one may follow. */
  private lateTimer: NodeJS.Timeout | undefined
  private unsubscribe: () => void = () => undefined

  constructor(
    private readonly services: DeliveryStreamServices,
    private readonly caller: Pick<Caller, 'keyId' | 'merchantId' | 'environment'>,
    private readonly position: FeedPosition,
  ) {}

  start(stream: EventStream): void {
    this.stream = stream
    if (!stream.isOpen) return
    this.unsubscribe = this.services.feed.subscribe(scopeName(this.caller), () => this.wake())
    this.wake()
  }

  beat(): void {
    this.wake()
  }

  over(): void {
    this.unsubscribe()
    clearTimeout(this.lateTimer)
  }

  /** Runs when there may be new items. */
  private wake(): void {
    this.isAwake = true
    if (this.isRunning) return
    this.isRunning = true
    this.run()
      // The store cannot answer, or a secret cannot be decrypted: the client reconnects and gets the missed items.
      .catch(() => this.stream?.end())
      .finally(() => {
        this.isRunning = false
        if (this.isAwake && this.stream?.isOpen) this.wake()
      })
  }

  private async run(): Promise<void> {
    while (this.isAwake && this.stream?.isOpen) {
      this.isAwake = false
      const { isActive, items, secrets } = await this.readItems(this.isLateDue())
      if (!isActive) return this.stream.end()
      // Without a secret nothing can be signed: the stream waits, as the deliveries do.
      if (secrets.length === 0) continue
      for (const item of items) await this.send(this.stream, item, secrets)
      this.isAwake ||= items.length > 0
    }
  }

  /** A check for late items reads several seconds of events, so it runs at most once per `LATE_EVERY_MS`. */
  private isLateDue(): boolean {
    this.isLateCheckMissing = this.lateTimer !== undefined
    if (this.isLateCheckMissing || !this.stream?.isOpen) return false
    this.lateTimer = setTimeout(() => {
      this.lateTimer = undefined
      if (this.isLateCheckMissing) this.wake()
    }, LATE_EVERY_MS)
    return true
  }

  private readItems(isLateDue: boolean): Promise<{
    isActive: boolean
    items: FeedItem[]
    secrets: WebhookSecret[]
  }> {
    const { store, context } = this.services
    const { position, caller } = this
    return store.read(async (tx) => {
      const key = await tx.apiKeys.find(caller.keyId)
      const items = await (isLateDue ? position.nextWithLate(tx, caller) : position.next(tx, caller))
      return {
        isActive: key !== undefined && key.revokedAt === null,
        items,
        secrets: items.length === 0 ? [] : await tx.webhookSecrets.listValid(caller, context.clock.now()),
      }
    })
  }

  private async send(stream: EventStream, item: FeedItem, secrets: readonly WebhookSecret[]): Promise<void> {
    await stream.drained()
    if (!stream.isOpen) return
    const { clock, vault } = this.services.context
    const { event, deliveryId } = item
    const keys = secrets.map((secret) =>
      signingKeys(vault.decrypt(secret.sealedSecret, secretContext(secret))),
    )
    const timestamp = Math.floor(clock.wall() / 1_000)
    const body = Buffer.from(event.body)
    const signed = webhookHeaders({
      event: event.event,
      body,
      deliveryId,
      attempt: 1,
      keys,
      timestamp,
    })
    const message: components['schemas']['TestDelivery'] = {
      delivery_id: deliveryId,
      event_type: event.event,
      headers: { 'Content-Type': 'application/json', ...signed },
      body: event.body,
    }
    const { at, id, recent } = this.position.pass(item)
    stream.send(`${at}-${id}-${recent}`, message)
  }
}

/** Reads `Last-Event-ID`. Undefined for a text that is no id of this stream. */
function cursorOf(text = ''): FeedCursor | undefined {
  const [, at, id = '', recent] = CURSOR.exec(text) ?? []
  if (at === undefined) return undefined
  return { at: Number(at), id, recent: recent === undefined ? undefined : Number(recent) }
}
