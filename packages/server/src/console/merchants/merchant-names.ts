import type { Tx } from '../../domain/store/unit-of-work.js'

/** Reads the names of merchants, by id. */
export async function merchantNames(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const names = new Map<string, string>()
  for (const id of new Set(ids)) {
    const merchant = await tx.merchants.find(id)
    if (merchant) names.set(id, merchant.name)
  }
  return names
}
