import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Context } from '../domain/context.js'
import type { ErrorCode } from '../domain/shared/errors.js'
import type { Committed, Store } from '../domain/store/store.js'
import { MAX_ATTEMPTS } from '../domain/webhooks/delivery-schedule.js'
import type { AttemptTimings, AttemptTrace, WebhookAttempt } from '../domain/webhooks/webhook-attempt.js'
import { listen } from '../runtime/listen.js'
import type { WebhookDispatcher } from '../workers/webhooks/webhook-dispatcher.js'
import type { SendWebhook } from '../workers/webhooks/webhook-sender.js'
import { watchAttention } from './attention-metrics.js'
import { seconds } from './base-units.js'
import { HttpMetrics, type MeasuredRequest } from './http-metrics.js'
import { watchLedger } from './ledger-metrics.js'
import { watchMerchantBalances } from './merchant-balance-metrics.js'
import { type MeasuredNetworks, NetworkMetrics } from './network-metrics.js'
import { OrderMetrics } from './order-metrics.js'
import { watchRates } from './rate-metrics.js'
import type { Readiness } from './readiness.js'
import { watchReadiness } from './readiness-metrics.js'
import { StoreMetrics } from './store-metrics.js'
import { type CountStreams, watchStreams } from './stream-metrics.js'

/** A scrape is one short request, so a client with more connections is no scraper. */
const MAX_CONNECTIONS = 100
const TIMEOUT_MS = 5_000
/** Up to the longest deadline that the settings allow. */
const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60]
const HTTP_CLASS = /^HTTP ([1-5])[0-9]{2}$/

/** The metrics of a server. Label values come from closed sets: no ids, hosts or merchants. */
export class Metrics {
  private readonly registry = new Registry()
  private readonly attempts = new Counter({
    name: 'merchantpay_webhook_attempts_total',
    help: 'Finished webhook delivery attempts, by outcome and attempt number.',
    labelNames: ['outcome', 'attempt'],
    registers: [this.registry],
  })
  private readonly duration = new Histogram({
    name: 'merchantpay_delivery_duration_seconds',
    help: 'Duration of webhook delivery attempts by phase: dns, connect, tls, first_byte (from the start to the response head), whole (from the start to the end).',
    labelNames: ['phase'],
    buckets: SECONDS,
    registers: [this.registry],
  })
  private readonly inFlight = new Gauge({
    name: 'merchantpay_deliveries_in_flight',
    help: 'Webhook delivery attempts in flight.',
    registers: [this.registry],
  })

  private readonly clockSteps = new Counter({
    name: 'merchantpay_clock_steps_total',
    help: 'Steps of the machine clock by more than 2 s.',
    registers: [this.registry],
  })

  private readonly failedAuthentications = new Counter({
    name: 'merchantpay_failed_authentications_total',
    help: 'Requests whose authentication failed, by reason.',
    labelNames: ['reason'],
    registers: [this.registry],
  })

  private readonly requests = new HttpMetrics(this.registry)
  /** Measures the store that is opened with it. */
  readonly store = new StoreMetrics(this.registry)
  private networks: NetworkMetrics | undefined
  private orders: OrderMetrics | undefined

  private readonly http = createServer(
    { headersTimeout: TIMEOUT_MS, requestTimeout: TIMEOUT_MS, connectionsCheckingInterval: TIMEOUT_MS },
    (request, response) => void this.answer(request, response).catch(() => response.destroy()),
  )

  constructor() {
    collectDefaultMetrics({ register: this.registry })
  }

  /** Registers the lag of the deliveries and the number of open circuit breakers. */
  watch({ oldestDueMs, countOpenBreakers }: WebhookDispatcher): void {
    new Gauge({
      name: 'merchantpay_webhook_delivery_lag_seconds',
      help: 'Lateness of the oldest due webhook delivery; 0 if none is late, NaN while the database does not answer.',
      registers: [this.registry],
      async collect() {
        const ms = await oldestDueMs().catch(() => Number.NaN)
        this.set(seconds(ms))
      },
    })
    new Gauge({
      name: 'merchantpay_webhook_circuit_breakers_open',
      help: 'Webhook targets with an open circuit breaker: they do not answer, and their deliveries wait.',
      registers: [this.registry],
      collect() {
        this.set(countOpenBreakers())
      },
    })
  }

  /** Registers the metrics of the networks and their nodes. */
  watchNetworks(networks: MeasuredNetworks): void {
    this.networks = new NetworkMetrics(networks, this.registry)
  }

  /** @param droppedLines returns how many log lines could not be written since the start */
  watchLog(droppedLines: () => number): void {
    new Counter({
      name: 'merchantpay_log_lines_dropped_total',
      help: 'Log lines that could not be written, because the disk was full or the reader too slow.',
      registers: [this.registry],
      collect() {
        this.reset()
        this.inc(droppedLines())
      },
    })
  }

  /** Registers the metrics that are read from the database: orders, balances, the last ledger proof. */
  watchStore(store: Store): void {
    this.orders = new OrderMetrics(store, this.registry)
    watchMerchantBalances(store, this.registry)
    watchLedger(store, this.registry)
  }

  /** Registers the number of things that wait for a person, and the age of exchange rates. */
  watchAttention(store: Store, context: Pick<Context, 'clock' | 'policy'>): void {
    watchAttention(store, context, this.registry)
    watchRates(store, context.clock, this.registry)
  }

  countFailedAuthentication(reason: ErrorCode): void {
    this.failedAuthentications.inc({ reason })
  }

  watchReadiness(readiness: Readiness): void {
    watchReadiness(readiness, this.registry)
  }

  watchStreams(streams: CountStreams): void {
    watchStreams(streams, this.registry)
  }

  /** Counts a finished attempt, even if it sent nothing. */
  count({ outcome, number }: Pick<WebhookAttempt, 'outcome' | 'number'>): void {
    const attempt = number >= 1 && number <= MAX_ATTEMPTS ? `${number}` : 'other'
    this.attempts.inc({ outcome: outcome === null ? 'delivered' : outcomeLabel(outcome), attempt })
  }

  countRequest(request: MeasuredRequest): void {
    this.requests.count(request)
  }

  countCommit(committed: Committed): void {
    this.orders?.count(committed)
  }

  countClockStep(): void {
    this.clockSteps.inc()
  }

  /** Measures every attempt of a sender. */
  observe(send: SendWebhook): SendWebhook {
    return async (post, signal) => {
      this.inFlight.inc()
      const onTrace = (trace: Promise<AttemptTrace>) => {
        void trace.then(({ timings }) => this.time(timings))
        post.onTrace?.(trace)
      }
      try {
        return await send({ ...post, onTrace }, signal)
      } finally {
        this.inFlight.dec()
      }
    }
  }

  /** Observes the phases of an attempt, except those that it did not reach or need. */
  private time({ dns, connect, tls, firstByte, whole }: AttemptTimings): void {
    for (const [phase, ms] of Object.entries({ dns, connect, tls, first_byte: firstByte, whole })) {
      if (ms !== null) this.duration.observe({ phase }, seconds(ms))
    }
  }

  /** Serves `GET /metrics` on a separate port, so that clients of the API cannot read the metrics. @returns the URL */
  async listen(where: { host: string; port: number }): Promise<string> {
    this.http.maxConnections = MAX_CONNECTIONS
    this.http.unref() // metrics alone do not keep the process alive
    return `${await listen(this.http, where)}/metrics`
  }

  close(): Promise<void> {
    this.registry.clear()
    return new Promise((resolve) => {
      this.http.close(() => resolve())
      this.http.closeAllConnections()
    })
  }

  private async answer({ method = '', url }: IncomingMessage, response: ServerResponse): Promise<void> {
    const isKnown = url === '/metrics' && ['GET', 'HEAD'].includes(method)
    if (!isKnown) return void response.writeHead(404).end()
    await this.networks?.refresh()
    const text = await this.registry.metrics()
    response.writeHead(200, { 'Content-Type': this.registry.contentType }).end(text)
  }
}

/** Reduces `HTTP 503` to `http_5xx`: servers may answer any status, and each one would be a series. */
function outcomeLabel(error: string): string {
  if (!error.startsWith('HTTP ')) return error
  const [, digit] = HTTP_CLASS.exec(error) ?? []
  return digit === undefined ? 'http_other' : `http_${digit}xx`
}
