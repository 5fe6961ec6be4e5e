import type { DeliveryStatus } from './webhook.js'

/** The result of a delivery. */
export interface DeliveryResult {
  readonly webhookId: string
  readonly status: DeliveryStatus
  /** From the start of the attempt that delivered to the head of its answer, milliseconds; null for other deliveries. */
  readonly answeredMs: number | null
}

/** How an endpoint took its newest deliveries. */
export interface EndpointHealth {
  readonly deliveries: number
  readonly delivered: number
  readonly waiting: number
  /** Null where nothing was delivered. */
  readonly medianMs: number | null
}

export function healthOf(results: readonly DeliveryResult[]): EndpointHealth {
  const counted = (status: DeliveryStatus) => results.filter((result) => result.status === status).length
  const times = results.flatMap(({ answeredMs }) => answeredMs ?? []).sort((a, b) => a - b)
  return {
    deliveries: results.length,
    delivered: counted('DELIVERED'),
    waiting: counted('PENDING'),
    medianMs: times[Math.floor((times.length - 1) / 2)] ?? null,
  }
}
