import { sha256 } from '@noble/hashes/sha2.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { createBase58check } from '@scure/base'
import { HDKey } from '@scure/bip32'
import type { Network } from '../../domain/shared/types.js'
import { childKeys, type ParentKey } from './child-key.js'

const ACCOUNT_DEPTH = 3
export const TRON_PREFIX = 0x41
const base58check = createBase58check(sha256)

/** Derives receiving addresses from an extended public key: no key that could spend is ever here. */
export interface AddressBook {
  /** The address of child `0/index` of the account, in the network's own spelling. */
  derive(index: number): string
}

/**
 * @param xpub extended public key of an account (depth 3), or of its change node 0 (depth 4)
 * @throws Error when it is mistyped, private, or of another depth
 */
export function createAddressBook(network: Network, xpub: string): AddressBook {
  const key = readKey(xpub)
  if (key.privateKey) throw new Error('this is a private key; give the public one (xpub)')
  if (key.depth !== ACCOUNT_DEPTH && key.depth !== ACCOUNT_DEPTH + 1) {
    throw new Error(`xpub of depth ${key.depth}; expected an account (3) or its change node (4)`)
  }
  const childOf = childKeys(parentOf(key.depth === ACCOUNT_DEPTH ? key.deriveChild(0) : key))
  const encodeAddress = network === 'ERC20' ? toEip55 : toTron
  return { derive: (index) => encodeAddress(accountBytes(childOf(index))) }
}

/** The same addresses; the last `most` of them are derived once, however often they are asked for. */
export function cacheDerived(book: AddressBook, most: number): AddressBook {
  const known = new Map<number, string>()
  return {
    derive(index) {
      const address = known.get(index) ?? book.derive(index)
      known.set(index, address)
      const [oldest] = known.keys()
      if (known.size > most && oldest !== undefined) known.delete(oldest)
      return address
    },
  }
}

/** 20 bytes in the network's own spelling. */
export const encodeAddress = (network: Network, bytes: Uint8Array): string =>
  network === 'ERC20' ? toEip55(bytes) : toTron(bytes)

/** The checksum is looked at before anything else: a mistyped key would derive addresses that nobody can spend from. */
function readKey(xpub: string): HDKey {
  try {
    return HDKey.fromExtendedKey(xpub)
  } catch {
    if (!hasChecksum(xpub)) throw new Error('mistyped: its checksum is wrong')
    throw new Error('another kind of extended key (ypub, zpub, …); give the one that begins with xpub')
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

/** Both networks name an account by the last 20 bytes of the hash of its public key. */
const accountBytes = (publicKey: Uint8Array): Uint8Array => keccak_256(publicKey.subarray(1)).subarray(-20)

/** Hex with a checksum in the case of its letters. */
function toEip55(bytes: Uint8Array): string {
  const hex = Buffer.from(bytes).toString('hex')
  const hash = Buffer.from(keccak_256(Buffer.from(hex, 'ascii'))).toString('hex')
  const cased = [...hex].map((digit, at) =>
    parseInt(hash.charAt(at), 16) >= 8 ? digit.toUpperCase() : digit,
  )
  return `0x${cased.join('')}`
}

const toTron = (bytes: Uint8Array): string => base58check.encode(Uint8Array.of(TRON_PREFIX, ...bytes))
