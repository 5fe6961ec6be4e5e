import { Worker } from 'node:worker_threads'

/** How much a thread may take. */
export interface ThreadLimits {
  readonly mostMs: number
  /** Of the heap; what lies outside of it, such as the bytes of buffers, is not counted. */
  readonly mostHeapMb: number
}

/** The part of the heap for objects that were just made. */
const YOUNG = 0.2

/**
 * Runs a script in a thread, and returns its first message. The thread ends with it, and at its limits; nothing else does.
 *
 * @throws the error of the script, an error with the code `ERR_WORKER_OUT_OF_MEMORY`, or one that says that time is over
 */
export async function runLimited(
  script: URL,
  workerData: unknown,
  { mostMs, mostHeapMb }: ThreadLimits,
): Promise<unknown> {
  const resourceLimits = {
    maxOldGenerationSizeMb: mostHeapMb * (1 - YOUNG),
    maxYoungGenerationSizeMb: mostHeapMb * YOUNG,
  }
  // Without the preloads of the process.
  const thread = new Worker(script, { workerData, execArgv: [], resourceLimits })
  const timer = setTimeout(() => void thread.terminate(), mostMs)
  try {
    return await new Promise((resolve, reject) => {
      thread.once('message', resolve)
      thread.once('error', reject)
      thread.once('exit', () => reject(new Error(`the thread had no result within ${mostMs} ms`)))
    })
  } finally {
    clearTimeout(timer)
    void thread.terminate()
  }
}
