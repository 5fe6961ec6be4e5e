import type { Context } from '../../domain/context.js'
import { type ReceivedText, receiveText } from '../../domain/notices/chats.js'
import type { Store } from '../../domain/store/store.js'
import type { Worker } from '../worker.js'

/** How long the claim of the reading outlasts a call. */
const MARGIN_MS = 20_000

export interface ChatReaderOptions {
  readonly bot: {
    findName(signal: AbortSignal): Promise<string>
    receive(
      next: number | undefined,
      signal: AbortSignal,
    ): Promise<{ readonly texts: readonly ReceivedText[]; readonly next: number | undefined }>
  }
  /** The longest call. */
  readonly callMs: number
}

/**
 * Reads what people send to the bot. Of several servers one reads at a time, since Telegram ends the call of another. Texts
 * are confirmed by the call after they were recorded, so that those of a server that stops in between come again. No position
 * is stored: Telegram begins with the oldest text that is not confirmed, and may begin to count anew after a quiet week.
 */
export function chatReader(store: Store, context: Context, { bot, callMs }: ChatReaderOptions): Worker {
  const claimMs = 2 * callMs + MARGIN_MS
  let next: number | undefined
  let isNamed = false

  async function read(signal: AbortSignal): Promise<number> {
    if (!isNamed) {
      const name = await bot.findName(signal)
      await store.write((tx) => tx.chats.setBotName(name))
      isNamed = true
    }
    const received = await bot.receive(next, signal)
    for (const text of received.texts) await store.write((tx) => receiveText(tx, context, text))
    next = received.next
    return received.texts.length
  }

  return {
    name: 'chat-reader',
    everyMs: 2_000,
    async tick(signal) {
      const real = context.clock.real()
      // A claim that ends later than any of ours could was made by a clock that ran ahead.
      const times = { real, latest: real + 2 * claimMs, until: real + claimMs }
      if (!(await store.write((tx) => tx.chats.claim(times)))) return 0
      try {
        return await read(signal)
      } finally {
        await store.write((tx) => tx.chats.release())
      }
    },
  }
}
