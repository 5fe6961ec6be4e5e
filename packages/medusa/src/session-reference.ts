import type { Metadata, RetrievedOrder } from '@merchantpay/sdk'

/** Marks the orders of this plugin, so that a list of orders can be limited to them. */
export const INTEGRATION = 'medusa'

/** The payment session that an order of the service pays, as the metadata of the order names it. */
export interface SessionReference {
  readonly session: string
  /** The amount of the session, with the decimals of its currency. */
  readonly total: string
  /** ISO 4217, in capitals. */
  readonly currency: string
}

/** The metadata of a session's order. */
export function metadataOf({ session, total, currency }: SessionReference): Metadata {
  return {
    integration: INTEGRATION,
    medusa_session: session,
    medusa_total: total,
    medusa_currency: currency,
  }
}

/** The session that an order pays; undefined for an order that another program made. */
export function sessionOf({ metadata }: Pick<RetrievedOrder, 'metadata'>): SessionReference | undefined {
  const { medusa_session: session, medusa_total: total, medusa_currency: currency } = metadata
  const areTexts = [session, total, currency].every((text) => typeof text === 'string')
  return areTexts ? ({ session, total, currency } as SessionReference) : undefined
}
