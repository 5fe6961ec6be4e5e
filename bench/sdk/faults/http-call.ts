import type { HttpClient, HttpPeer } from '../peers/client.js'
import type { HttpTask, Outcome } from './report.js'
import { seeError } from './seen-error.js'

/** Makes one call and waits for its end or for the limit. */
export async function callOnce(peer: HttpPeer, task: HttpTask): Promise<Outcome> {
  const client = await peer.open(task)
  const controller = new AbortController()
  const timers: NodeJS.Timeout[] = []
  if (task.abortAfterMs) timers.push(setTimeout(() => controller.abort(), task.abortAfterMs))
  const started = performance.now()
  const outcome = (end: Outcome['end'], error?: unknown): Outcome => ({
    end,
    ms: performance.now() - started,
    isAborted: controller.signal.aborted,
    error: end === 'rejected' ? seeError(error, client.errors) : undefined,
    items: [],
    grownMib: 0,
  })
  const limit = new Promise<Outcome>((resolve) => {
    timers.push(setTimeout(() => resolve(outcome('pending')), task.limitMs))
  })
  const ended = start(client, task, controller.signal).then(
    () => outcome('resolved'),
    (error: unknown) => outcome('rejected', error),
  )
  const first = await Promise.race([ended, limit])
  for (const timer of timers) clearTimeout(timer)
  return first
}

/** A client may also throw before it returns a promise. */
async function start(client: HttpClient, task: HttpTask, signal: AbortSignal): Promise<unknown> {
  if (task.call === 'create') return client.create()
  if (task.call === 'createUnkeyed') return client.createUnkeyed?.()
  return client.read(task.id, task.abortAfterMs === undefined ? undefined : signal)
}
