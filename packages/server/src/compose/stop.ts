import type { Server as HttpServer } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'

const SECOND_MS = 1_000
/** How long a stop waits for webhook attempts in flight, and then again for calls in flight. */
const DRAIN_MS = 5_000

interface StopParts {
  readonly http: HttpServer
  readonly drainSeconds: number
  /** Makes `/readyz` fail. */
  drain(): void
  /** Refuses further requests. */
  refuse(): void
  endLoops(): Promise<unknown>
  releaseLeases(): Promise<unknown> | undefined
  endStreams(): void
  drainDeliveries(graceMs: number): Promise<unknown>
  endGuard(): void
  recordKeyUse(): Promise<unknown>
  recordStop(): Promise<unknown> | undefined
  /** Closes what the server opened, the database last. */
  close(): Promise<void>
  readonly log: Logger
}

/** Lets running calls end, releases leases and closes the database. */
export async function stopServer({ http, drainSeconds, log, ...parts }: StopParts): Promise<void> {
  parts.drain()
  // Errors of these steps, such as a full disk, must not keep the server from closing. Leases expire by themselves.
  const attempt = (work: Promise<unknown>) =>
    work.catch((error: unknown) => log.error({ err: error }, 'a step of the stop failed'))
  // Other servers take the work over while this one still answers.
  const ended = parts.endLoops()
  const released = attempt(ended.then(() => parts.releaseLeases()))
  if (drainSeconds > 0) await sleep(drainSeconds * SECOND_MS)
  parts.refuse()
  const closed = new Promise((resolve) => http.close(resolve))
  http.keepAliveTimeout = 1 // closes each connection after its call in flight
  parts.endStreams()
  await released
  await attempt(parts.drainDeliveries(DRAIN_MS))
  http.closeIdleConnections()
  const drainTimer = setTimeout(() => http.closeAllConnections(), DRAIN_MS)
  await closed
  clearTimeout(drainTimer)
  parts.endGuard()
  await attempt(parts.recordKeyUse())
  await attempt(Promise.resolve(parts.recordStop()))
  await parts.close()
}
