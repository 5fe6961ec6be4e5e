import { runLimited } from './limited-thread.js'

/** Several times what the largest image takes. Pixels are outside of the heap, and bounded by their number. */
const LIMITS = { mostMs: 5_000, mostHeapMb: 80 }

let last: Promise<unknown> = Promise.resolve()

/** Rewrites an image in a thread of its own, with a limit of memory and time; one image after the other. */
export function rewriteInThread(file: Uint8Array, side: number): Promise<Uint8Array> {
  const script = new URL('./png-thread.js', import.meta.url)
  const next = last.then(() => runLimited(script, { file, side }, LIMITS) as Promise<Uint8Array>)
  last = next.catch(() => undefined)
  return next
}
