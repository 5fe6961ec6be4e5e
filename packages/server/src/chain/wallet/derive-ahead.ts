import type { AddressBook } from './address-book.js'

/** Orders that can arrive at once without waiting for a derivation. */
const AHEAD = 64

/**
 * Derives the next addresses of an address book in advance: one per event loop iteration, after its calls. A
 * derivation costs more than all SQL of an order, and every transaction of the same batch waits for it. Nothing is
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
      // The caller that asks for this index gets the error.
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

/** Indexes are taken in ascending order: this one and earlier ones are never requested again. */
function forget(ready: Map<number, string>, upTo: number): void {
  for (const index of ready.keys()) {
    if (index > upTo) return
    ready.delete(index)
  }
}
