import type { Chain, WatchedAddresses } from '../../domain/chain/chain.js'
import { unleasedAddresses } from '../../domain/chain/own-addresses.js'
import { siblingsOf } from '../../domain/chain/sibling-networks.js'
import type { Context } from '../../domain/context.js'
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
      since: (index, limit) => store.read((tx) => tx.addresses.listSince(sibling, Math.max(index, 0), limit)),
    })),

    async since(index, limit) {
      const { stored, highest, isGap } = await store.read(async (tx) => {
        const [missing] = await tx.recoveries.listUnderived(id)
        const since = await tx.addresses.listSince(id, Math.max(index, 0), limit)
        return {
          stored: missing ? since.filter((address) => address.index < missing.first) : since,
          highest: await tx.addresses.highestIndex(id),
          isGap: missing !== undefined,
        }
      })
      const known = index < 0 ? [...(await fixedAddresses()), ...stored] : stored
      // Indexes are listed in ascending order, so the list ends where addresses are not stored yet.
      if (stored.length >= limit || isGap) return known
      return [...known, ...unleasedAddresses(context, chain, { highest, from: Math.max(index, highest) + 1 })]
    },

    async ours(addresses) {
      if (addresses.length === 0) return new Set()
      const { known, highest } = await store.read(async (tx) => ({
        known: (
          await Promise.all([id, ...siblings].map((each) => tx.addresses.listKnown(each, addresses)))
        ).flat(),
        highest: await tx.addresses.highestIndex(id),
      }))
      const others = [
        ...(await fixedAddresses()),
        ...(known.length < addresses.length ? unleasedAddresses(context, chain, { highest }) : []),
      ]
      return new Set([
        ...known,
        ...others.map(({ address }) => address).filter((each) => addresses.includes(each)),
      ])
    },

    hasOpenOrders: () => store.read((tx) => tx.orders.hasOpen(id)),
  }
}
