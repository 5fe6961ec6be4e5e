import type * as wire from '../generated/contract.gen.js'

/** An order that is paid to a blockchain address. */
export type OnChainOrder = wire.OnChainOrder & {
  /** Tells the kinds of orders apart; added by this package. */
  readonly kind: 'on_chain'
}

/** An order that is paid inside the client app. */
export type AppOrder = wire.AppOrder & {
  /** Tells the kinds of orders apart; added by this package. */
  readonly kind: 'app'
}

/** An order of either kind; `kind` narrows it. */
export type Order = OnChainOrder | AppOrder

/** A retrieved order of either kind, with the payer's note; `kind` narrows it. */
export type RetrievedOrder = Order & wire.Remark

/** An order of the contract with its kind. */
export type WithKind<T extends wire.Order> = T extends wire.AppOrder
  ? T & { readonly kind: 'app' }
  : T & { readonly kind: 'on_chain' }

/** Adds the kind to an order of the contract. Only an app order names its payment rail. */
export function withKind<T extends wire.Order>(order: T): WithKind<T> {
  return { ...order, kind: 'payment_rail' in order ? 'app' : 'on_chain' } as WithKind<T>
}
