import { DomainError } from '../domain/errors.js'
import type { EventStream } from './sse.js'

const STREAM_RETRY_SECONDS = 5

export interface StreamLimits {
  readonly perHolder: number
  readonly perSubject: number
}
/** Who follows what. */
export interface StreamName {
  /** A key's id, or a payer's address. */
  readonly holder: string
  /** An order, or a name for a merchant's deliveries. */
  readonly subject: string
}

/** The streams that are open now: counted per holder and per subject, closed together when the server stops. */
export class OpenStreams {
  private readonly open = new Set<StreamName & { stream: EventStream }>()

  constructor(private readonly limits: StreamLimits) {}

  /** @throws rate_limit_exceeded when the holder or the subject has too many */
  require({ holder, subject }: StreamName): void {
    const ofHolder = [...this.open].filter((entry) => entry.holder === holder).length
    const ofSubject = [...this.open].filter((entry) => entry.subject === subject).length
    if (ofHolder >= this.limits.perHolder || ofSubject >= this.limits.perSubject) {
      throw new DomainError('rate_limit_exceeded', { retryAfterSeconds: STREAM_RETRY_SECONDS })
    }
  }

  add(entry: StreamName & { stream: EventStream }): () => void {
    this.open.add(entry)
    return () => this.open.delete(entry)
  }

  endAll(): void {
    for (const { stream } of this.open) stream.end()
  }
}
