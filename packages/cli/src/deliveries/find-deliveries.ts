/** The deliveries of one endpoint or of all: the API lists them by endpoint. */
import {
  ApiError,
  type DeliveryListOptions,
  type MerchantPay,
  type RetrievedDelivery,
  type WebhookDelivery,
} from '@merchantpay/sdk'

export interface DeliveryFilter {
  readonly endpoint?: string | undefined
  readonly status?: DeliveryListOptions['status']
  readonly event?: string | undefined
  /** Deliveries created at or after this time, Unix milliseconds. */
  readonly sinceAt?: number | undefined
}

/** The newest deliveries, newest first. */
export async function findDeliveries(
  mp: MerchantPay,
  filter: DeliveryFilter,
  max: number,
  signal: AbortSignal,
): Promise<WebhookDelivery[]> {
  const { status, event, sinceAt } = filter
  const asked = {
    ...(status !== undefined && { status }),
    ...(sinceAt !== undefined && { created_from: new Date(sinceAt).toISOString() }),
  }
  const found = await Promise.all(
    (await endpointsOf(mp, filter, signal)).map(async (id) => {
      const matching: WebhookDelivery[] = []
      for await (const delivery of mp.webhooks.listDeliveries(id, { ...asked, limit: 100, signal })) {
        if ((event ?? delivery.event_type) === delivery.event_type) matching.push(delivery)
        if (matching.length >= max) break
      }
      return matching
    }),
  )
  return found
    .flat()
    .sort((one, other) => other.created_at.localeCompare(one.created_at) || other.id.localeCompare(one.id))
    .slice(0, max)
}

/** The delivery of an id with its attempts; undefined where no endpoint has it. */
export async function findDelivery(
  mp: MerchantPay,
  id: string,
  filter: Pick<DeliveryFilter, 'endpoint'>,
  signal: AbortSignal,
): Promise<RetrievedDelivery | undefined> {
  for (const endpoint of await endpointsOf(mp, filter, signal))
    try {
      return await mp.webhooks.getDelivery(endpoint, id, { signal })
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 404)) throw error
    }
  return undefined
}

async function endpointsOf(
  mp: MerchantPay,
  { endpoint }: DeliveryFilter,
  signal: AbortSignal,
): Promise<string[]> {
  if (endpoint !== undefined) return [endpoint]
  return (await mp.webhooks.list({ signal })).map(({ id }) => id)
}
