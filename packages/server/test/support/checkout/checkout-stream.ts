import { onTestFinished } from 'vitest'
import { messagesOf } from '../net/event-stream.js'

/** A state message of the checkout stream. */
export interface TestState {
  readonly row: string
  readonly [name: string]: unknown
}

/** Opens the stream of a checkout page and returns its messages one by one. */
export async function followCheckout(url: string, headers: Record<string, string> = {}) {
  const abort = new AbortController()
  onTestFinished(() => abort.abort())
  const response = await fetch(`${url}/events`, { headers, signal: abort.signal })
  const messages = messagesOf<TestState>(response)
  return {
    response,
    close: () => abort.abort(),
    /** The next message; undefined when the stream is over. */
    async next(): Promise<TestState | undefined> {
      const { value } = await messages.next()
      return value?.data
    },
    /** Skips messages until one of that row. */
    async until(row: string): Promise<TestState> {
      for (;;) {
        const { value } = await messages.next()
        if (!value) throw new Error(`the stream ended before ${row}`)
        if (value.data.row === row) return value.data
      }
    },
  }
}
