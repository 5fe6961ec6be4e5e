import type { Tx } from '../store/unit-of-work.js'

/** A merchant as other people than its own see it. */
export interface ShownMerchant {
  readonly name: string
  /** `#rrggbb`; null without a brand. */
  readonly accent: string | null
}

/** Returns the name that a merchant shows, that of its brand first, and its colour. */
export async function findShownMerchant(tx: Tx, id: string): Promise<ShownMerchant> {
  const brand = await tx.merchantBrands.find(id)
  const name = brand?.name ?? (await tx.merchants.find(id))?.name ?? ''
  return { name, accent: brand?.accent ?? null }
}
