import { createVerifier } from '@merchantpay/webhook-verify'
import type { AttemptOutcome } from '../../packages/server/src/domain/webhooks/webhook.js'
import type { WebhookPost } from '../../packages/server/src/workers/webhooks/webhook-sender.js'
import type { Dice } from '../../packages/server/test/support/ledger/dice.js'
import type { Story } from './story.js'
import type { VirtualTime } from './virtual-time.js'

const RELIABLE = 100

/** The endpoint of a shop, and all that it saw. */
export class Receiver {
  /** Events by subject, as they were received. */
  readonly received = new Map<string, string[]>()
  readonly attempts = new Map<string, number>()
  secret = ''

  constructor(
    private readonly shop: string,
    private readonly world: {
      readonly time: VirtualTime
      readonly dice: Dice
      readonly story: Story
      /** Whether it takes everything. */
      readonly isReliable: () => boolean
    },
  ) {}

  get url(): string {
    return `https://${this.shop}.example/hooks`
  }

  /** Receives a webhook, and answers as receivers do: late, wrongly, twice or not. */
  async receive({ body, headers }: WebhookPost, signal: AbortSignal): Promise<AttemptOutcome> {
    const { dice, time, story, isReliable } = this.world
    const mood = isReliable() ? RELIABLE : dice.below(100)
    if (mood < 8) return { delivered: false, error: 'connection_refused' }
    const { event } = createVerifier({ secrets: this.secret }).verify(body, headers) as {
      event: { event: string; data: Record<string, unknown> }
    }
    const subject = `${event.data.withdrawal_id ?? event.data.order_id}`
    this.attempts.set(subject, (this.attempts.get(subject) ?? 0) + 1)
    if (mood < 16) return { delivered: false, error: 'HTTP 500' }
    const seen = this.received.get(subject) ?? []
    if (!seen.includes(event.event)) this.received.set(subject, [...seen, event.event])
    story.note(`${this.shop} receives ${event.event} of ${subject}`)
    // The receiver has the event, and the server does not know.
    if (mood < 20) return { delivered: false, error: 'connection_reset' }
    if (mood < 24) {
      await time.sleep(10_000, signal).catch(() => undefined)
      return { delivered: false, error: 'timeout' }
    }
    return { delivered: true }
  }
}
