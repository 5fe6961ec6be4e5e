import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { AddressRange } from '../chain/wallet/derive-ahead.js'

let thread: Worker | undefined
let last: Promise<unknown> = Promise.resolve()

/**
 * Derives addresses in a thread that all wallets of the process share, one range after the other. The thread begins with
 * the first range, and does not keep the process alive. An index without an address ends it for good: its range throws,
 * and later ranges have no answer.
 */
export function deriveInThread(range: AddressRange): Promise<readonly string[]> {
  const next = last.then(() => ask(range))
  last = next.catch(() => undefined)
  return next
}

async function ask(range: AddressRange): Promise<readonly string[]> {
  thread ??= begin()
  thread.postMessage(range)
  const [addresses] = await once(thread, 'message')
  return addresses as readonly string[] // from `derive-thread`
}

function begin(): Worker {
  // Without the preloads of the process.
  const begun = new Worker(new URL('./derive-thread.js', import.meta.url), { execArgv: [] })
  begun.unref()
  return begun
}
