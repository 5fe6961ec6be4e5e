import { setTimeout as sleep } from 'node:timers/promises'
import { keyUseRecorder } from '../workers/api-keys/key-use-recorder.js'
import type { NetworkLeases } from '../workers/chain/network-leases.js'
import type { WebhookDispatcher } from '../workers/webhooks/webhook-dispatcher.js'
import type { Http } from './http.js'
import type { ServerParts } from './parts.js'
import type { ServerOptions } from './server.js'

const SECOND_MS = 1_000
/** How long a stop waits for webhook attempts in flight, and then again for calls in flight. */
const DRAIN_MS = 5_000

interface StopParts {
  readonly run: { end(): Promise<void> }
  readonly leases: NetworkLeases | undefined
  readonly dispatcher: WebhookDispatcher
  readonly http: Http
}

/** Lets running calls end, releases leases and closes what the server opened, the database last. */
export async function stopServer(
  { config, log }: ServerOptions,
  { state, base, database, loops, keyUse }: ServerParts,
  { run, leases, dispatcher, http }: StopParts,
): Promise<void> {
  state.isDraining = true
  // Errors of these steps, such as a full disk, must not keep the server from closing. Leases expire by themselves.
  const attempt = (work: Promise<unknown>) =>
    work.catch((error: unknown) => log.error({ err: error }, 'a step of the stop failed'))
  // Other servers take the work over while this one still answers.
  const released = attempt(loops.stop().then(() => leases?.release()))
  if (config.drainSeconds > 0) await sleep(config.drainSeconds * SECOND_MS)
  state.isStopping = true
  const { server } = http
  const closed = new Promise((resolve) => server.close(resolve))
  server.keepAliveTimeout = 1 // closes each connection after its call in flight
  http.endStreams()
  http.endNodeChecks()
  await released
  await attempt(dispatcher.drain(DRAIN_MS))
  server.closeIdleConnections()
  const drainTimer = setTimeout(() => server.closeAllConnections(), DRAIN_MS)
  await closed
  clearTimeout(drainTimer)
  http.endGuard()
  await attempt(keyUseRecorder(database.store, keyUse).tick(AbortSignal.abort()))
  await attempt(run.end())
  await base.metrics?.close()
  await database.close()
  base.unlock()
}
