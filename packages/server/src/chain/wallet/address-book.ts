import { sha256 } from '@noble/hashes/sha2.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { createBase58check } from '@scure/base'
import { HDKey } from '@scure/bip32'
import type { Network } from '../../networks/networks.js'
import { encodeAddress } from '../../networks/spellings.js'
import { childKeys, type ParentKey } from './child-key.js'

const ACCOUNT_DEPTH = 3
const base58check = createBase58check(sha256)

/** Derives receiving addresses from an extended public key: no private key is present. */
export interface AddressBook {
  /** The address of child `0/index` of the account, in the network's spelling. */
  derive(index: number): string
}

/**
 * @param xpub extended public key of an account (depth 3), or of its change node 0 (depth 4)
 * @throws Error when the key is mistyped, private, or of another depth
 */
export function createAddressBook(network: Network, xpub: string): AddressBook {
  const key = readKey(xpub)
  if (key.privateKey) throw new Error('this is a private key; use the public one (xpub)')
  if (key.depth !== ACCOUNT_DEPTH && key.depth !== ACCOUNT_DEPTH + 1) {
    throw new Error(`xpub of depth ${key.depth}; expected an account (3) or its change node (4)`)
  }
  const childOf = childKeys(parentOf(key.depth === ACCOUNT_DEPTH ? key.deriveChild(0) : key))
  return { derive: (index) => encodeAddress(network, accountBytes(childOf(index))) }
}

/** Caches the last `maxEntries` derived addresses of an address book. */
export function cacheDerived(book: AddressBook, maxEntries: number): AddressBook {
  const known = new Map<number, string>()
  return {
    derive(index) {
      const address = known.get(index) ?? book.derive(index)
      known.set(index, address)
      const [oldest] = known.keys()
      if (known.size > maxEntries && oldest !== undefined) known.delete(oldest)
      return address
    },
  }
}

/** Checks the checksum first: a mistyped key would derive addresses that no key can spend from. */
function readKey(xpub: string): HDKey {
  try {
    return HDKey.fromExtendedKey(xpub)
  } catch {
    if (!hasChecksum(xpub)) throw new Error('wrong checksum; the key is mistyped')
    throw new Error('unsupported kind of extended key (ypub, zpub, …); use the one that begins with xpub')
  }
}

function hasChecksum(text: string): boolean {
  try {
    return base58check.decode(text).length > 0
  } catch {
    return false
  }
}

function parentOf({ publicKey, chainCode }: HDKey): ParentKey {
  if (!publicKey || !chainCode) throw new Error('an extended key without its public key or chain code')
  return { publicKey, chainCode }
}

/** Every network identifies an account by the last 20 bytes of the hash of its public key. */
const accountBytes = (publicKey: Uint8Array): Uint8Array => keccak_256(publicKey.subarray(1)).subarray(-20)
