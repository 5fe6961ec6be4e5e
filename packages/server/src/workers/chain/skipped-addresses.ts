import type { Chain } from '../../domain/chain/chain.js'
import type { Context } from '../../domain/context.js'
import type { SkippedIndexes } from '../../domain/store/recovery-tables.js'
import type { Store } from '../../domain/store/store.js'

/** Addresses of one transaction. */
const BATCH = 500
/** Addresses derived before the event loop goes on. */
const AT_ONCE = 10

/**
 * Derives and stores the addresses that were skipped, so that they are watched. After an interruption it derives the rest.
 *
 * @throws the reason of the signal
 */
export async function storeSkippedAddresses(
  store: Store,
  context: Pick<Context, 'clock' | 'ids'>,
  chain: Chain,
  skipped: SkippedIndexes,
  signal: AbortSignal,
): Promise<void> {
  const { environment, network, first, last } = skipped
  const id = { environment, network }
  for (let from = first; from <= last; from += BATCH) {
    const to = Math.min(from + BATCH - 1, last)
    const stored = await store.read((tx) => tx.addresses.listSince(id, from - 1, to - from + 1))
    if (stored.at(-1)?.index === to) continue
    signal.throwIfAborted()
    const addresses = await derive(context, chain, from, to)
    await store.write((tx) => tx.addresses.insertSkipped(id, addresses))
  }
  await store.write((tx) => tx.recoveries.noteDerived(skipped, context.clock.now()))
}

async function derive({ ids }: Pick<Context, 'ids'>, chain: Chain, from: number, to: number) {
  const addresses: { id: string; index: number; address: string }[] = []
  for (let index = from; index <= to; index += 1) {
    addresses.push({ id: ids.uuid(), index, address: chain.deriveAddress(index) })
    if (index % AT_ONCE === 0) await new Promise((resolve) => setImmediate(resolve))
  }
  return addresses
}
