import type { StreamPeer } from '../peers/client.js'
import type { Outcome, StreamTask } from './report.js'
import { seeError } from './seen-error.js'

const SAMPLE_MS = 1_000
const MIB = 1_024 * 1_024

/** Reads a stream until its end, the end of the loop or the limit. */
export async function readStream(peer: StreamPeer, task: StreamTask): Promise<Outcome> {
  const client = await peer.open(task)
  const items: string[] = []
  const memory = task.watchesMemory ? watchMemory() : undefined
  const started = performance.now()
  let leftAt: string | undefined
  const outcome = (end: Outcome['end'], error?: unknown): Outcome => ({
    end,
    ms: performance.now() - started,
    isAborted: false,
    error: end === 'rejected' ? seeError(error, client.errors) : undefined,
    items: [...items],
    leftAt,
    grownMib: memory?.grownMib() ?? 0,
  })
  const read = async () => {
    for await (const item of await client.stream()) {
      items.push(statusOf(item))
      if (items.length !== task.breakAfter) continue
      leftAt = `${process.hrtime.bigint()}`
      break
    }
  }
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<Outcome>((resolve) => {
    timer = setTimeout(() => resolve(outcome('pending')), task.limitMs)
  })
  const ended = read().then(
    () => outcome('resolved'),
    (error: unknown) => outcome('rejected', error),
  )
  const first = await Promise.race([ended, limit])
  clearTimeout(timer)
  memory?.stop()
  return first
}

const statusOf = (item: unknown): string => `${Reflect.get(Object(item), 'status') ?? '?'}`

/** Tracks memory without garbage, which an endless answer may increase. */
function watchMemory() {
  const held = () => {
    globalThis.gc?.()
    const { heapUsed, external } = process.memoryUsage()
    return heapUsed + external
  }
  const atStart = held()
  let most = atStart
  const sample = () => {
    most = Math.max(most, held())
  }
  const timer = setInterval(sample, SAMPLE_MS)
  const grownMib = () => {
    sample()
    return (most - atStart) / MIB
  }
  return { grownMib, stop: () => clearInterval(timer) }
}
