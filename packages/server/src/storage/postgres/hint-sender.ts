import type { Committed } from '../../domain/store/store.js'
import { PendingHint } from './hint-payload.js'

/** Shortest time between two sends: what is committed meanwhile is sent together. */
const SEND_EVERY_MS = 50
/** The pause after a failed send, as on an engine without notifications. */
const AFTER_FAILURE_MS = 10_000

/**
 * Tells other servers what was committed here. It sends after the commit: a notification inside a transaction makes all
 * commits with one wait for each other, each with its flush. A hint that cannot be sent is dropped, since servers poll too.
 */
export class HintSender {
  private readonly pending = new PendingHint()
  private sending: Promise<void> | undefined
  private isClosed = false
  private endPause: () => void = () => undefined

  /** @param send sends payloads to all servers */
  constructor(
    private readonly source: string,
    private readonly send: (payloads: readonly string[]) => Promise<void>,
  ) {}

  note({ orders, environments, deliveries }: Committed): void {
    if (orders.length === 0 && environments.size === 0 && !deliveries) return
    const ids = orders.map(({ id }) => id)
    this.pending.add(ids, environments, deliveries)
    this.sending ??= this.sendAll()
  }

  /** Sends what is pending. */
  async close(): Promise<void> {
    this.isClosed = true
    this.endPause()
    await this.sending
  }

  private async sendAll(): Promise<void> {
    while (!this.pending.isEmpty) {
      const isSent = await this.send(this.pending.take(this.source)).then(
        () => true,
        () => false,
      )
      await this.pause(isSent ? SEND_EVERY_MS : AFTER_FAILURE_MS)
    }
    this.sending = undefined
  }

  private pause(ms: number): Promise<void> {
    if (this.isClosed) return Promise.resolve()
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms).unref()
      this.endPause = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }
}
