import { DEAD_ENDS } from '@merchantpay/core/dead-ends'
import { sha256 } from '@noble/hashes/sha2.js'
import { createBase58check } from '@scure/base'
import type { Network } from '../../domain/shared/types.js'
import { encodeAddress, TRON_PREFIX } from './address-book.js'

const ERC20_FORM = /^0x[0-9a-fA-F]{40}$/
const TRC20_FORM = /^T[1-9A-HJ-NP-Za-km-z]{33}$/
const base58check = createBase58check(sha256)

/** 0x…0001 to 0x…ffff: precompiled contracts, and 0x…dEaD. No key is known for any of them, on either network. */
const LOW_ACCOUNT = /^(?:00){18}/

/**
 * Returns the network's spelling of an address that USDT can be sent to; undefined for every other text. Stricter than
 * the chain libraries, which also accept other spellings, the zero address, token contracts and burn addresses.
 *
 * @see openapi/DECISIONS.md "Withdrawals"
 */
export function readDestination(network: Network, address: string): string | undefined {
  const bytes = readBytes(network, address)
  if (!bytes || LOW_ACCOUNT.test(Buffer.from(bytes).toString('hex'))) return undefined
  const encoded = encodeAddress(network, bytes)
  return DEAD_ENDS[network].has(encoded) ? undefined : encoded
}

/** Returns the network's spelling of a non-zero address; undefined for every other text. */
export function readAddress(network: Network, address: string): string | undefined {
  const bytes = readBytes(network, address)
  return !bytes || bytes.every((byte) => byte === 0) ? undefined : encodeAddress(network, bytes)
}

const readBytes = (network: Network, address: string): Uint8Array | undefined =>
  network === 'ERC20' ? ethereumBytes(address) : tronBytes(address)

/** Mixed case is a checksum; single case has none. */
function ethereumBytes(address: string): Uint8Array | undefined {
  if (!ERC20_FORM.test(address)) return undefined
  const digits = address.slice(2)
  const bytes = Buffer.from(digits, 'hex')
  const isMixed = digits !== digits.toLowerCase() && digits !== digits.toUpperCase()
  return isMixed && encodeAddress('ERC20', bytes) !== address ? undefined : bytes
}

/** Returns the 20 bytes of a TRON address; undefined for anything else. */
export function tronBytes(address: string): Uint8Array | undefined {
  if (!TRC20_FORM.test(address)) return undefined
  try {
    const bytes = base58check.decode(address)
    return bytes.length === 21 && bytes[0] === TRON_PREFIX ? bytes.subarray(1) : undefined
  } catch {
    return undefined // wrong checksum
  }
}
