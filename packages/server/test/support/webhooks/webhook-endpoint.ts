import { type Answer, Harness, type Json, type Keys, type Registered } from '../server/harness.js'
import { Receiver, type TrustedCertificate } from './receiver.js'

/** An endpoint and its merchant. */
export interface Endpoint {
  readonly harness: Harness
  readonly keys: Keys
  readonly id: string
}

/** An endpoint with a receiver. */
interface Served extends Endpoint {
  readonly keys: Registered
  readonly receiver: Receiver
  readonly certificate: TrustedCertificate
}

/** Starts a server with an endpoint for expired orders, whose receiver answers `statuses` in turn. */
export async function openEndpoint(statuses?: readonly number[]): Promise<Served> {
  const [harness, certificate] = await Harness.startForWebhooks()
  const keys = await harness.register()
  const receiver = await Receiver.start(certificate, statuses)
  return { harness, keys, receiver, certificate, id: await subscribe(harness, keys, receiver.url) }
}

/** Registers an endpoint for expired orders. @returns its id */
export async function subscribe(harness: Harness, keys: Keys, url: string): Promise<string> {
  const body = { url, events: ['payment.expired'] }
  return (await harness.call('POST', '/v1/webhooks', { keys, body })).json.id
}

/** Calls a path below that of the endpoint. */
export const callEndpoint = (
  { harness, keys, id }: Endpoint,
  method: string,
  below = '',
  body?: object,
): Promise<Answer> => harness.call(method, `/v1/webhooks/${id}${below}`, { keys, body })

/** Lists its deliveries, newest first. */
export async function deliveriesOf(endpoint: Endpoint): Promise<Json[]> {
  return (await callEndpoint(endpoint, 'GET', '/deliveries')).json.deliveries as Json[]
}

export const redeliver = (endpoint: Endpoint, deliveryId: string): Promise<Answer> =>
  callEndpoint(endpoint, 'POST', `/deliveries/${deliveryId}/redeliver`)

/** Creates an order that is about to expire. @returns its id */
export async function makeExpiring({ harness, keys }: Pick<Endpoint, 'harness' | 'keys'>): Promise<string> {
  const body = { amount_mode: 'CUSTOM', currency: 'USDT' }
  const { json } = await harness.call('POST', '/v1/app/orders', { keys, body })
  harness.clock.advance(1_800_000)
  return json.id
}
