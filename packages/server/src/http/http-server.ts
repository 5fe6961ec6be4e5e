import { createServer, type Server } from 'node:http'
import { originForm } from '@merchantpay/core/request-target'
import type { Express } from 'express'
import type { Logger } from 'pino'
import type { PeerOf } from './client-address.js'
import { ConnectionGuard, type ConnectionLimits } from './limits/connections.js'
import { messageClasses } from './message-classes.js'
import type { RecentRequests } from './recent-requests.js'

const SECOND_MS = 1_000
const HEADERS_TIMEOUT_MS = 10_000
const REQUEST_TIMEOUT_MS = 15_000
/** How often Node checks for requests that are too slow. With its default of 30 s they would last four times as long. */
const SLOW_CHECK_MS = 2_000
const GUARD_EVERY_MS = 200
/** No path of the application. */
const UNKNOWN_TARGET = '*'
/** The default of nginx. */
const REQUESTS_PER_CONNECTION = 1_000
const CONNECTION_LIMITS: ConnectionLimits = {
  // Room for 10,000 event streams beside requests.
  connections: 12_000,
  unanswered: 4,
  incompletePerPeer: 200,
  endedPerSweep: 250,
  graceMs: 1_000,
  slowMs: HEADERS_TIMEOUT_MS,
  standstillMs: 1_000,
  // Node's next check, and one more.
  pardonMs: 2 * SLOW_CHECK_MS,
  stallMs: 30_000,
  logEveryMs: 60_000,
}

/** The listener of a server. */
export interface HttpServer {
  readonly http: Server
  /** Ends the guard of the connections, after the server has closed. */
  endGuard(): void
}

export interface HttpServerOptions {
  /** How long an idle connection stays open. */
  readonly keepAliveSeconds: number
  /** Returns the peer that a connection counts for. */
  readonly peerOf: PeerOf
  /** Counts the requests that are admitted. */
  readonly requests: RecentRequests
  readonly log: Logger
  readonly now: () => number
}

/** Creates the listener of an app, with limits on what its connections keep waiting. */
export function createHttpServer(
  app: Express,
  { keepAliveSeconds, peerOf, requests, log, now }: HttpServerOptions,
): HttpServer {
  const http = createServer({
    ...messageClasses(app),
    headersTimeout: HEADERS_TIMEOUT_MS,
    requestTimeout: REQUEST_TIMEOUT_MS,
    connectionsCheckingInterval: SLOW_CHECK_MS,
    keepAliveTimeout: keepAliveSeconds * SECOND_MS,
  })
  http.maxRequestsPerSocket = REQUESTS_PER_CONNECTION
  const guard = new ConnectionGuard(http, {
    limits: CONNECTION_LIMITS,
    peerOf,
    log,
    now,
  })
  const sweepTimer = setInterval(() => guard.sweep(), GUARD_EVERY_MS).unref()
  http.on('request', (request, response) => {
    if (!guard.admit(request, response)) return
    requests.note()
    request.url = originForm(request.url ?? '', request.headers.host) ?? UNKNOWN_TARGET
    app(request, response)
  })
  return {
    http,
    endGuard() {
      clearInterval(sweepTimer)
      guard.writeLog()
    },
  }
}
