import { setTimeout as sleep } from 'node:timers/promises'
import type { Hint } from '../../domain/store/store.js'
import { HINT_CHANNEL, PendingHint, parseHint } from './hint-payload.js'
import { openClient } from './postgres-session.js'

/** How often the listener sends itself a hint, and how long that may take. */
const CHECK_EVERY_MS = 30_000
const CHECK_MS = 5_000
const FIRST_PAUSE_MS = 500
const MAX_PAUSE_MS = 60_000

export interface HintReceiver {
  onHint(hint: Hint): void
  /** Runs when hints begin to arrive, and when they no longer do, with the reason. */
  onHearing(isHearing: boolean, reason?: string): void
}

export interface HintListenerOptions {
  readonly url: string
  /** The name under which this process sends hints; it hears those of others. */
  readonly source: string
  readonly receiver: HintReceiver
  /** Sends payloads to all servers, over another connection. */
  readonly send: (payloads: readonly string[]) => Promise<void>
}

/**
 * Keeps one connection on which PostgreSQL delivers the hints of other servers. A pooler may accept LISTEN and deliver
 * nothing, and a lost connection may look open; so the listener also sends itself a hint over another connection.
 */
export class HintListener {
  private readonly stopping = new AbortController()
  private readonly finished: Promise<void>
  private isHearing: boolean | undefined
  private onEcho: () => void = () => undefined

  constructor(private readonly options: HintListenerOptions) {
    this.finished = this.run()
  }

  async close(): Promise<void> {
    this.stopping.abort()
    await this.finished
  }

  private async run(): Promise<void> {
    const { signal } = this.stopping
    for (let failures = 0; !signal.aborted; ) {
      const reason = await this.listen().catch((error: unknown) => messageOf(error))
      if (signal.aborted) return
      failures = this.isHearing ? 0 : failures + 1
      this.report(false, reason)
      await pause(Math.min(FIRST_PAUSE_MS * 2 ** failures, MAX_PAUSE_MS), signal)
    }
  }

  /** Listens until the connection ends or delivers nothing. @returns the reason */
  private async listen(): Promise<string> {
    const { url } = this.options
    const client = await openClient(url)
    const lost = new AbortController()
    client.on('error', () => lost.abort())
    client.on('end', () => lost.abort())
    client.on('notification', ({ payload = '' }) => this.receive(payload))
    this.stopping.signal.addEventListener('abort', () => lost.abort(), { once: true, signal: lost.signal })
    // The stop may have come while the client connected.
    if (this.stopping.signal.aborted) lost.abort()
    try {
      await client.query(`LISTEN ${HINT_CHANNEL}`)
      while (!lost.signal.aborted) {
        if (!(await this.hears(lost.signal))) return 'PostgreSQL delivers no notifications on this connection'
        this.report(true)
        await pause(CHECK_EVERY_MS, lost.signal)
      }
      return 'the connection ended'
    } finally {
      lost.abort()
      await client.end().catch(() => undefined)
    }
  }

  /** Whether a hint to itself arrives. */
  private async hears(signal: AbortSignal): Promise<boolean> {
    const { source, send } = this.options
    const waited = new AbortController()
    signal.addEventListener('abort', () => waited.abort(), { once: true, signal: waited.signal })
    let isHeard = false
    this.onEcho = () => {
      isHeard = true
      waited.abort()
    }
    await send(new PendingHint().take(source))
    await pause(CHECK_MS, waited.signal)
    waited.abort()
    return isHeard || signal.aborted
  }

  private receive(payload: string): void {
    const received = parseHint(payload)
    if (!received) return
    if (received.source === this.options.source) this.onEcho()
    else this.options.receiver.onHint(received.hint)
  }

  private report(isHearing: boolean, reason?: string): void {
    if (this.isHearing === isHearing) return
    this.isHearing = isHearing
    this.options.receiver.onHearing(isHearing, reason)
  }
}

/** Ends early when the signal is aborted. */
const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  sleep(ms, undefined, { signal, ref: false }).catch(() => undefined)

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : 'no answer')
