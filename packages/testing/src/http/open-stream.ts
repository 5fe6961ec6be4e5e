import type { ApiKey } from '../merchants/api-key.js'

/** An event stream with a reader. */
export interface OpenStream {
  readonly key: ApiKey
  /** An order, or the id of a merchant whose deliveries are streamed. */
  readonly subject: unknown
  /** Sends the pending messages, and ends the stream when no more can follow. */
  sendPending(stream: OpenStream): void
  send(text: string): void
  end(): void
}
