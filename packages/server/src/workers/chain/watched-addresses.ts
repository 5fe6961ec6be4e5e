import type { Chain, WatchedAddresses } from '../../domain/chain/chain.js'
import { unleasedAddresses } from '../../domain/chain/own-addresses.js'
import { siblingsOf } from '../../domain/chain/sibling-networks.js'
import type { Context } from '../../domain/context.js'
import type { ChainId } from '../../domain/shared/types.js'
import type { Store } from '../../domain/store/store.js'

/** The addresses of the ledger and those that the wallet derives next. A sandbox is fed only from the ledger. */
export function watchedAddresses(store: Store, context: Context, chain: Chain): WatchedAddresses {
  const { environment, network, sender } = chain
  const id = { environment, network }
  let fixed: readonly { index: number; address: string }[] | undefined
  /** A wallet whose key was replaced holds ledger funds until the operator has moved them. */
  const fixedAddresses = async () => {
    if (!fixed) {
      const signed = await store.read((tx) => tx.custody.listWallets(id))
      const wallets = new Set([...(sender ? [sender.wallet] : []), ...signed])
      fixed = [chain.deriveAddress(0), ...wallets].map((address) => ({ index: 0, address }))
    }
    return fixed
  }

  // A payment there is ours as well: the same key receives on both networks. A sandbox has no keys of its own.
  const siblings = siblingsOf(id).filter(
    (sibling) => context.chain(sibling) && !context.sandbox(sibling) && !context.sandbox(chain),
  )

  return {
    siblings: siblings.map((sibling) => ({
      since: async (index, limit) => (await storedSince(store, sibling, index, limit)).stored,
    })),

    async since(index, limit) {
      const { stored, taken, isSkipping } = await storedSince(store, id, index, limit)
      const known = index < 0 ? [...(await fixedAddresses()), ...stored] : stored
      if (stored.length >= limit || isSkipping) return known
      const from = Math.max(index, taken.gapless) + 1
      return [...known, ...unleasedAddresses(context, chain, taken, from)]
    },

    async ours(addresses) {
      if (addresses.length === 0) return new Set()
      const { known, taken } = await store.read(async (tx) => ({
        known: (
          await Promise.all([id, ...siblings].map((each) => tx.addresses.listKnown(each, addresses)))
        ).flat(),
        taken: await tx.addresses.findTakenIndexes(id),
      }))
      const others = [
        ...(await fixedAddresses()),
        ...(known.length < addresses.length ? unleasedAddresses(context, chain, taken) : []),
      ]
      return new Set([
        ...known,
        ...others.map(({ address }) => address).filter((each) => addresses.includes(each)),
      ])
    },

    hasOpenOrders: () => store.read((tx) => tx.orders.hasOpen(id)),
  }
}

/**
 * Lists the stored addresses of a network behind an index. One that is behind an address that is not stored yet, of a
 * skipped index or of an order that is being created, is listed again by the next call: it has the index before the gap.
 */
async function storedSince(store: Store, id: ChainId, index: number, limit: number) {
  const { since, taken, skipped } = await store.read(async (tx) => ({
    since: await tx.addresses.listSince(id, Math.max(index, 0), limit),
    taken: await tx.addresses.findTakenIndexes(id),
    skipped: (await tx.recoveries.listUnderived(id))[0],
  }))
  const gapless = Math.min(taken.gapless, (skipped?.first ?? Number.POSITIVE_INFINITY) - 1)
  const before = since.filter((address) => address.index <= gapless)
  // Fewer than `limit`, because no call goes on behind the gap.
  const behind = since.slice(before.length, limit - 1).map(({ address }) => ({ index: gapless, address }))
  return { stored: [...before, ...behind], taken, isSkipping: skipped !== undefined }
}
