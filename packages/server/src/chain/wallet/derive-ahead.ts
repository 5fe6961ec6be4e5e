import type { Network } from '../../networks/networks.js'
import type { AddressBook } from './address-book.js'

/** `count` addresses of a wallet, from the index `from` on. */
export interface AddressRange {
  readonly network: Network
  readonly xpub: string
  readonly from: number
  readonly count: number
}

/** Derives addresses without blocking the event loop. */
export type DeriveAddresses = (range: AddressRange) => Promise<readonly string[]>

/** Orders that can arrive at once without waiting for a derivation. */
const AHEAD = 256
const BATCH = 64

/**
 * Derives the next addresses of an address book in advance. A derivation costs more than all SQL of an order, and every
 * transaction of the same batch waits for it. Nothing is stored, so no row, limit or counter depends on it. An index
 * that another process took is skipped. Address 0 belongs to no order, so nothing follows it. Without a function that
 * derives, the book stays as it is.
 */
export function deriveAhead(
  book: AddressBook,
  wallet: Pick<AddressRange, 'network' | 'xpub'>,
  deriveAddresses: DeriveAddresses | undefined,
): AddressBook {
  if (!deriveAddresses) return book
  const ready = new Map<number, string>()
  let lastAsked = 0
  let isDeriving = false

  const fill = async () => {
    isDeriving = true
    try {
      while (ready.size + BATCH <= AHEAD) {
        const from = lastAsked + ready.size + 1
        const addresses = await deriveAddresses({ ...wallet, from, count: BATCH })
        for (const [at, address] of addresses.entries()) ready.set(from + at, address)
        forget(ready, lastAsked)
      }
      isDeriving = false
    } catch {
      // Every caller derives its address from now on, and the one whose index has none gets the error.
    }
  }

  return {
    derive(index) {
      const address = ready.get(index) ?? book.derive(index)
      if (index > lastAsked) lastAsked = index
      forget(ready, lastAsked)
      if (index > 0 && !isDeriving) void fill()
      return address
    },
  }
}

/** Indexes are taken in ascending order: this one and earlier ones are rarely requested again. */
function forget(ready: Map<number, string>, upTo: number): void {
  for (const index of ready.keys()) {
    if (index > upTo) return
    ready.delete(index)
  }
}
