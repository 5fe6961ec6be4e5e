import { Counter, Histogram, type Registry } from 'prom-client'
import { seconds } from './base-units.js'

/** An ended request, as the HTTP layer reports it. */
export interface MeasuredRequest {
  /** Name from a closed set. */
  readonly operation: string
  readonly status: number
  readonly durationMs: number
  readonly isStream: boolean
}

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** The metrics of requests to the API and the checkout page. */
export class HttpMetrics {
  private readonly requests: Counter<'operation' | 'status'>
  private readonly duration: Histogram<'operation'>

  constructor(registry: Registry) {
    const registers = [registry]
    this.requests = new Counter({
      name: 'merchantpay_http_requests_total',
      help: 'Ended requests, by operation and status; 499 if the client left before the response.',
      labelNames: ['operation', 'status'],
      registers,
    })
    this.duration = new Histogram({
      name: 'merchantpay_http_request_duration_seconds',
      help: 'Duration of requests from their head to the end of the response, by operation; event streams excluded.',
      labelNames: ['operation'],
      buckets: SECONDS,
      registers,
    })
  }

  /** Counts a request. The duration of an event stream is that of its connection and is not measured. */
  count({ operation, status, durationMs, isStream }: MeasuredRequest): void {
    this.requests.inc({ operation, status: `${status}` })
    if (!isStream) this.duration.observe({ operation }, seconds(durationMs))
  }
}
