import { Worker } from 'node:worker_threads'

const MOST_MS = 5_000
/** Several times what the largest image takes. Pixels are outside of the heap, and bounded by their number. */
const LIMITS = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 16 }

let last: Promise<unknown> = Promise.resolve()

/** Rewrites an image in a thread of its own, with a limit of memory and time; one image after the other. */
export function rewriteInThread(file: Uint8Array, side: number): Promise<Uint8Array> {
  const next = last.then(() => runThread(file, side))
  last = next.catch(() => undefined)
  return next
}

async function runThread(file: Uint8Array, side: number): Promise<Uint8Array> {
  // Without the preloads of the process.
  const options = { workerData: { file, side }, execArgv: [], resourceLimits: LIMITS }
  const thread = new Worker(new URL('./png-thread.js', import.meta.url), options)
  const timer = setTimeout(() => void thread.terminate(), MOST_MS)
  try {
    return await new Promise<Uint8Array>((resolve, reject) => {
      thread.once('message', resolve)
      thread.once('error', reject)
      thread.once('exit', () => reject(new Error('the image was not rewritten in time')))
    })
  } finally {
    clearTimeout(timer)
  }
}
