import type { Metadata, RetrievedOrder } from '@merchantpay/sdk'

/** Marks the orders of this plugin, so that a list of orders can be limited to them. */
export const INTEGRATION = 'vendure'

/** The cart that an order of the service pays, as the metadata of the order names it. */
export interface CartReference {
  /** The code of Vendure's order. */
  readonly order: string
  /** The token of the channel. */
  readonly channel: string
  /** The code of the payment method. */
  readonly method: string
  /** The amount to pay, in the smallest units of the currency. */
  readonly total: number
  readonly currency: string
}

/** The metadata of a cart's order. Each member is at the top level, where a list of orders can be filtered by it. */
export function metadataOf({ order, channel, method, total, currency }: CartReference): Metadata {
  return {
    integration: INTEGRATION,
    vendure_order: order,
    vendure_channel: channel,
    vendure_method: method,
    vendure_total: total,
    vendure_currency: currency,
  }
}

/** The cart that an order pays; undefined for an order that another program made. */
export function cartOf({ metadata }: Pick<RetrievedOrder, 'metadata'>): CartReference | undefined {
  const { vendure_order: order, vendure_channel: channel, vendure_method: method } = metadata
  const { vendure_total: total, vendure_currency: currency } = metadata
  const areTexts = [order, channel, method, currency].every((text) => typeof text === 'string')
  const isTotal = typeof total === 'number' && Number.isSafeInteger(total) && total > 0
  return areTexts && isTotal ? ({ order, channel, method, total, currency } as CartReference) : undefined
}
