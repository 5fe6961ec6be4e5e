import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Store } from '../domain/store/store.js'
import type { AttemptTimings, AttemptTrace, WebhookAttempt } from '../domain/webhooks/webhook-attempt.js'
import { MAX_ATTEMPTS } from '../domain/webhooks/webhook-deliveries.js'
import { listen } from '../runtime/listen.js'
import type { WebhookDispatcher } from '../workers/webhooks/webhook-dispatcher.js'
import type { SendWebhook } from '../workers/webhooks/webhook-sender.js'
import { watchLedger } from './ledger-metrics.js'
import { type MeasuredNetworks, NetworkMetrics } from './network-metrics.js'

/** A scrape is one short request: whoever keeps more open wants something else. */
const MAX_CONNECTIONS = 100
const TIMEOUT_MS = 5_000
const SECOND_MS = 1_000
/** Up to the longest deadline that the settings allow. */
const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60]
const HTTP_CLASS = /^HTTP ([1-5])[0-9]{2}$/

/** The numbers of a server. Labels come from closed sets: no id, no host and no merchant is one. */
export class Metrics {
  private readonly registry = new Registry()
  private readonly attempts = new Counter({
    name: 'merchantpay_webhook_attempts_total',
    help: 'Attempts to deliver a webhook that ended, by outcome and number of the attempt.',
    labelNames: ['outcome', 'attempt'],
    registers: [this.registry],
  })
  private readonly duration = new Histogram({
    name: 'merchantpay_delivery_duration_seconds',
    help: 'How long attempts took: dns, connect, tls, first_byte from the start to the head, whole to the end.',
    labelNames: ['phase'],
    buckets: SECONDS,
    registers: [this.registry],
  })
  private readonly inFlight = new Gauge({
    name: 'merchantpay_deliveries_in_flight',
    help: 'Attempts to deliver a webhook that are under way.',
    registers: [this.registry],
  })

  private readonly clockSteps = new Counter({
    name: 'merchantpay_clock_steps_total',
    help: 'How often the clock of the machine was set by more than 2 s.',
    registers: [this.registry],
  })

  private networks: NetworkMetrics | undefined

  private readonly http = createServer(
    { headersTimeout: TIMEOUT_MS, requestTimeout: TIMEOUT_MS, connectionsCheckingInterval: TIMEOUT_MS },
    (request, response) => void this.answer(request, response).catch(() => response.destroy()),
  )

  constructor() {
    collectDefaultMetrics({ register: this.registry })
  }

  /** Tells what waits for the dispatcher, and how many targets it leaves alone, because nothing answers there. */
  watch({ oldestDueMs, countOpenBreakers }: WebhookDispatcher): void {
    new Gauge({
      name: 'merchantpay_webhook_delivery_lag_seconds',
      help: 'How late the delivery is that waits longest although it could go; 0 when none is late, NaN while nobody can say.',
      registers: [this.registry],
      async collect() {
        const ms = await oldestDueMs().catch(() => Number.NaN)
        this.set(ms / SECOND_MS)
      },
    })
    new Gauge({
      name: 'merchantpay_webhook_circuit_breakers_open',
      help: 'Targets that deliveries are held back from, because nothing answers there.',
      registers: [this.registry],
      collect() {
        this.set(countOpenBreakers())
      },
    })
  }

  /** Tells how the networks are followed, and how their nodes do. */
  watchNetworks(networks: MeasuredNetworks): void {
    this.networks = new NetworkMetrics(networks, this.registry)
  }

  /** @param droppedLines how many lines of the log could not be written since the start */
  watchLog(droppedLines: () => number): void {
    new Counter({
      name: 'merchantpay_log_lines_dropped_total',
      help: 'Lines that the log could not take: its disk was full, or its reader too slow.',
      registers: [this.registry],
      collect() {
        this.reset()
        this.inc(droppedLines())
      },
    })
  }

  /** Tells what the last proof of the ledger came to, and when. */
  watchLedger(store: Store): void {
    watchLedger(store, this.registry)
  }

  /** Counts an attempt that ended, whether or not it came to the wire. */
  count({ outcome, number }: Pick<WebhookAttempt, 'outcome' | 'number'>): void {
    const attempt = number >= 1 && number <= MAX_ATTEMPTS ? `${number}` : 'other'
    this.attempts.inc({ outcome: outcome === null ? 'delivered' : outcomeLabel(outcome), attempt })
  }

  countClockStep(): void {
    this.clockSteps.inc()
  }

  /** Times every attempt that the sender makes. */
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

  /** Parts that an attempt did not come to, or did not need, are left out. */
  private time({ dns, connect, tls, firstByte, whole }: AttemptTimings): void {
    for (const [phase, ms] of Object.entries({ dns, connect, tls, first_byte: firstByte, whole })) {
      if (ms !== null) this.duration.observe({ phase }, ms / SECOND_MS)
    }
  }

  /** Answers `GET /metrics` on a port of its own: whoever reaches the API does not reach the numbers. @returns the URL */
  async listen(where: { host: string; port: number }): Promise<string> {
    this.http.maxConnections = MAX_CONNECTIONS
    this.http.unref() // numbers alone keep no process alive
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

/** `HTTP 503` is `http_5xx`: any server may answer any number, and every one would be a series. */
function outcomeLabel(error: string): string {
  if (!error.startsWith('HTTP ')) return error
  const [, digit] = HTTP_CLASS.exec(error) ?? []
  return digit === undefined ? 'http_other' : `http_${digit}xx`
}
