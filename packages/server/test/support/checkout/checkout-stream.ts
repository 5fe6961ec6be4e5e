import { onTestFinished } from 'vitest'
import { messagesOf } from '../net/event-stream.js'

/** What a payer's script is told. */
export interface TestState {
  readonly row: string
  readonly [name: string]: unknown
}

/** Opens the stream of a checkout page and hands out what it tells, as it comes. */
export async function followCheckout(url: string, headers: Record<string, string> = {}) {
  const abort = new AbortController()
  onTestFinished(() => abort.abort())
  const response = await fetch(`${url}/events`, { headers, signal: abort.signal })
  const messages = messagesOf<TestState>(response)
  return {
    response,
    close: () => abort.abort(),
    /** Undefined when the stream is over. */
    async next(): Promise<TestState | undefined> {
      const { value } = await messages.next()
      return value?.data
    },
    /** The next message of that row; others before it are passed over. */
    async until(row: string): Promise<TestState> {
      for (;;) {
        const { value } = await messages.next()
        if (!value) throw new Error(`the stream ended before ${row}`)
        if (value.data.row === row) return value.data
      }
    },
  }
}
