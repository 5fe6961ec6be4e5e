import { readLanguages } from '../checkout/words.js'
import { STREAMS_PER_KEY, STREAMS_PER_SCOPE, STREAMS_PER_SUBJECT } from '../domain/shared/policy.js'
import { createHttpApp } from '../http/app.js'
import { clientAddresses, connectionPeers } from '../http/client-address.js'
import { createHttpServer } from '../http/http-server.js'
import { FailedAuthentications } from '../http/limits/failed-authentications.js'
import { OpenStreams } from '../http/streams/open-streams.js'
import type { Readiness } from '../observability/readiness.js'
import { unknownPage } from '../pages/unknown-page.js'
import { listen } from '../runtime/listen.js'
import { rewritePng as rewritePngHere } from '../runtime/png.js'
import { apiServices } from './api.js'
import { openCheckout } from './checkout.js'
import { openConsole } from './console.js'
import { ConsoleNodeChecks } from './console-node-checks.js'
import { openDashboard } from './dashboard.js'
import type { ServerParts } from './parts.js'
import type { ServerOptions } from './server.js'

export type Http = Awaited<ReturnType<typeof openHttp>>

/** Builds what a server answers, and its listener. */
export async function openHttp(
  { config, log, validateResponses = false, ...options }: ServerOptions,
  parts: ServerParts,
  readiness: Readiness,
) {
  const { state, base, database, context, chains, health, funds, keyUse, requests } = parts
  const { metrics, time, movableClock } = base
  const { store, staleReads, feed, deliveryFeed, counts } = database
  const { limits, streams: streamCounts } = counts
  const streams = new OpenStreams(
    { key: STREAMS_PER_KEY, subject: STREAMS_PER_SUBJECT, scope: STREAMS_PER_SCOPE },
    streamCounts,
  )
  const addressOf = clientAddresses(config.trustedProxies, log)
  const failedAuthentications = new FailedAuthentications({
    log,
    monotonic: () => time.monotonic(),
    onFailure: (reason) => metrics?.countFailedAuthentication(reason),
  })
  const publicUrl = () => config.publicUrl ?? state.url
  const isStopping = () => state.isStopping
  const { rewritePng = rewritePngHere } = options
  const pagesParts = { config, context, store, staleReads, addressOf, limits, isStopping, publicUrl }
  const languages = readLanguages()
  const checkout = config.roles.has('checkout')
    ? openCheckout({ ...pagesParts, feed, streamCounts, languages })
    : undefined
  const nodeChecks = new ConsoleNodeChecks(config, context.clock, log)
  const operatorConsole = openConsole({
    ...pagesParts,
    networks: {
      chains,
      positionOf: (id) => health.positionOf(id),
      fundsOf: (id) => funds?.find(id),
      nodeChecks,
    },
  })
  const services = apiServices({
    ...{ config, context, store, feed, deliveryFeed, streams, keyUse, limits, addressOf, checkout },
    console: operatorConsole,
    dashboard: (calls) => openDashboard({ ...pagesParts, rewritePng, payerLanguages: languages.all }, calls),
    ...{ failedAuthentications, movableClock, publicUrl, validateResponses },
  })
  const app = await createHttpApp({
    ...services,
    unknownPage: ({ accepted }) => unknownPage(languages.choose(undefined, accepted)),
    log,
    hstsSeconds: config.hstsSeconds,
    isDraining: () => state.isDraining,
    isStopping,
    failingChecks: (isForApi) => readiness.failing(isForApi),
    report: metrics && ((request) => metrics.countRequest(request)),
  })
  const { http: server, endGuard } = createHttpServer(app, {
    keepAliveSeconds: config.keepAliveSeconds,
    peerOf: connectionPeers(config.trustedProxies),
    requests,
    log,
    now: () => time.monotonic(),
  })
  return {
    server,
    /** Numbers of open streams. */
    openStreams: { api: () => streams.size, checkout: () => checkout?.streams.size ?? 0 },
    /** Listens. @returns the URL */
    async start(): Promise<string> {
      const url = await (options.listen ?? listen)(server, config)
      // The first requests are the slowest, since V8 still has to compile their code. Deliveries yield to them too.
      requests.note()
      return url
    },
    endStreams() {
      streams.endAll()
      checkout?.streams.endAll()
    },
    endGuard,
    endNodeChecks: () => nodeChecks.stop(),
  }
}
