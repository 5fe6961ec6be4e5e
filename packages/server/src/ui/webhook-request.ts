import type { DeliveryWithEvent } from '../domain/webhooks/webhook.js'

/** The headers that every attempt of a delivery sends, without its signature. */
export const requestHeaders = ({ id, event }: Pick<DeliveryWithEvent, 'id' | 'event'>): string[] => [
  'content-type: application/json',
  `x-webhook-event: ${event.event}`,
  `x-webhook-id: ${id}`,
]

/** The request of a delivery for people: its headers, and the body with line breaks. */
export const requestText = (delivery: Pick<DeliveryWithEvent, 'id' | 'event'>): string =>
  [...requestHeaders(delivery), '', JSON.stringify(JSON.parse(delivery.event.body), null, 2)].join('\n')
