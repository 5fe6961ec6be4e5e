import type { AddressBook } from './address-book.js'

/** Orders that may come at once without waiting for the address of another. */
const AHEAD = 64

/**
 * The same address book, with the next addresses derived in advance: one per turn of the event loop, after the calls of that
 * turn. A derivation costs more than all SQL of an order, and every transaction of the same batch waits for it. Nothing is
 * stored, so no row, limit or counter depends on it. An index that another process took is skipped.
 */
export function deriveAhead(book: AddressBook): AddressBook {
  const ready = new Map<number, string>()
  let lastAsked = 0
  let isDeriving = false

  const deriveNext = () => {
    const index = lastAsked + ready.size + 1
    isDeriving = index <= lastAsked + AHEAD
    if (!isDeriving) return
    try {
      ready.set(index, book.derive(index))
      setImmediate(deriveNext)
    } catch {
      // Whoever asks for this index is told why it has no address.
      isDeriving = false
    }
  }

  return {
    derive(index) {
      const address = ready.get(index) ?? book.derive(index)
      forget(ready, index)
      lastAsked = Math.max(lastAsked, index)
      if (!isDeriving) setImmediate(deriveNext)
      isDeriving = true
      return address
    },
  }
}

/** Indexes are taken in ascending order: nobody asks for this one or an earlier one again. */
function forget(ready: Map<number, string>, upTo: number): void {
  for (const index of ready.keys()) {
    if (index > upTo) return
    ready.delete(index)
  }
}
