import type { WatchedAddresses } from '../../domain/chain/chain.js'

/** Tells which addresses of a block may be ours: called for every log, so it must cost next to nothing. */
export interface OurAddresses {
  /**
   * Adds the addresses that became ours since the last call. Runs after a block is fetched and before it is matched.
   */
  topUp(watched: WatchedAddresses): Promise<void>
  /**
   * True for every address of ours, and rarely for another; `WatchedAddresses.ours` decides.
   *
   * @param hex ends with the 40 digits of the 20 bytes, in upper or lower case, as the word of an event does
   */
  mayBeOurs(hex: string): boolean
}

const BATCH = 10_000
const FIRST_CAPACITY = 1 << 12
const ADDRESS_DIGITS = 40
/** Hex digits of the 32 bits in each half of a slot. */
const WORD_DIGITS = 8
/** Below the wallet's first index. */
const NO_INDEX = -1

/** A set of 64-bit fingerprints with open addressing: a million addresses take 16 MiB. */
export class AddressFilter implements OurAddresses {
  private slots = new Uint32Array(FIRST_CAPACITY * 2)
  private count = 0
  /** The last index of the network, and of each of its siblings. */
  private readonly lastIndexes: number[] = []

  async topUp(watched: WatchedAddresses): Promise<void> {
    const sources = [watched, ...(watched.siblings ?? [])]
    for (const [at, source] of sources.entries())
      this.lastIndexes[at] = await this.addFrom(source, this.lastIndexes[at])
  }

  private async addFrom(source: Pick<WatchedAddresses, 'since'>, after = NO_INDEX): Promise<number> {
    let last = after
    for (let isFull = true; isFull; ) {
      const known = await source.since(last, BATCH)
      for (const { index, address } of known) {
        this.add(hexOf(address))
        last = Math.max(last, index)
      }
      isFull = known.length >= BATCH
    }
    return last
  }

  mayBeOurs(hex: string): boolean {
    const [high, low] = fingerprint(hex)
    return !isFree(this.slots, this.find(this.slots, high, low))
  }

  private add(hex: string): void {
    const [high, low] = fingerprint(hex)
    const at = this.find(this.slots, high, low)
    if (this.slots[at] === high && this.slots[at + 1] === low) return
    this.slots[at] = high
    this.slots[at + 1] = low
    this.count += 1
    // At most half full, so that probe sequences stay short.
    if (this.count * 4 > this.slots.length) this.grow()
  }

  private grow(): void {
    const larger = new Uint32Array(this.slots.length * 2)
    for (let from = 0; from < this.slots.length; from += 2) {
      const high = this.slots[from] ?? 0
      const low = this.slots[from + 1] ?? 0
      if (high === 0 && low === 0) continue
      const at = this.find(larger, high, low)
      larger[at] = high
      larger[at + 1] = low
    }
    this.slots = larger
  }

  /** Returns the slot of a fingerprint, or the free slot where it belongs. */
  private find(slots: Uint32Array, high: number, low: number): number {
    const mask = slots.length - 1
    let at = (low * 2) & mask
    while (!isFree(slots, at) && (slots[at] !== high || slots[at + 1] !== low)) at = (at + 2) & mask
    return at
  }
}

const isFree = (slots: Uint32Array, at: number): boolean => slots[at] === 0 && slots[at + 1] === 0

/**
 * Addresses are parts of a hash, so their first 64 bits serve as the fingerprint. Never (0, 0), which marks a free
 * slot.
 */
function fingerprint(hex: string): [high: number, low: number] {
  const first = hex.length - ADDRESS_DIGITS
  const high = wordAt(hex, first)
  const low = wordAt(hex, first + WORD_DIGITS)
  return high === 0 && low === 0 ? [0, 1] : [high, low]
}

/**
 * Reads 32 bits of hex in either case without the substrings that `parseInt` needs: it runs for every log of a
 * network.
 */
function wordAt(hex: string, from: number): number {
  let word = 0
  for (let at = from; at < from + WORD_DIGITS; at += 1) {
    const code = hex.charCodeAt(at)
    // Digits are 0x30 to 0x39, letters 0x41 to 0x46 and 0x61 to 0x66. Beyond the end it is NaN, which counts as 0 here.
    word = (word << 4) | ((code & 0xf) + (code >> 6) * 9)
  }
  return word >>> 0
}

const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
const BASE = 58
const VALUES = Uint8Array.from({ length: 128 }, (_, code) =>
  Math.max(0, ALPHABET.indexOf(String.fromCharCode(code))),
)
/** Base 58 digits that fit into a number. */
const CHUNK = 8
const CHUNK_BASE = BigInt(BASE ** CHUNK)
const CHECKSUM_BITS = 32n

/**
 * Decodes the 20 bytes of one of our own addresses. The checksum was right when the address was stored; a library that
 * verifies it again takes ten times as long, and there may be a million addresses.
 */
function hexOf(address: string): string {
  if (address.startsWith('0x')) return address.slice(2).toLowerCase()
  const first = address.length % CHUNK
  let number = BigInt(chunkAt(address, 0, first))
  for (let at = first; at < address.length; at += CHUNK) {
    number = number * CHUNK_BASE + BigInt(chunkAt(address, at, at + CHUNK))
  }
  // Drops the checksum behind and the prefix in front.
  return (number >> CHECKSUM_BITS).toString(16).slice(-ADDRESS_DIGITS)
}

function chunkAt(address: string, from: number, to: number): number {
  let value = 0
  for (let at = from; at < to; at += 1) value = value * BASE + (VALUES[address.charCodeAt(at)] ?? 0)
  return value
}

/**
 * Adds the hot wallet, which is ours but not among the addresses that orders are paid to.
 *
 * @param wallet 40 hex digits
 */
export function withWallet(ours: OurAddresses, wallet: string): OurAddresses {
  const [high, low] = fingerprint(wallet)
  const mayBeWallet = (hex: string): boolean => {
    const [itsHigh, itsLow] = fingerprint(hex)
    return itsHigh === high && itsLow === low
  }
  return {
    topUp: (watched) => ours.topUp(watched),
    mayBeOurs: (hex) => mayBeWallet(hex) || ours.mayBeOurs(hex),
  }
}
