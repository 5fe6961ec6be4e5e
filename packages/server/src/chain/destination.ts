import { sha256 } from '@noble/hashes/sha2.js'
import { createBase58check } from '@scure/base'
import type { Network } from '../domain/ports.js'
import { spellAddress, TRON_PREFIX } from './address-book.js'

const ERC20_FORM = /^0x[0-9a-fA-F]{40}$/
const TRC20_FORM = /^T[1-9A-HJ-NP-Za-km-z]{33}$/
const base58check = createBase58check(sha256)

/** Tokens paid to their own contract are lost. */
const TOKENS: ReadonlySet<string> = new Set([
  '0xdAC17F958D2ee523a2206206994597C13D831ec7',
  'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
])

/**
 * The network's own spelling of an address that USDT can be sent to; undefined for every other text. Stricter than the
 * chain libraries, which take other spellings of an address too, and the zero address.
 *
 * @see openapi/DECISIONS.md «Withdrawals»
 */
export function readDestination(network: Network, address: string): string | undefined {
  const spelled = readAddress(network, address)
  return spelled === undefined || TOKENS.has(spelled) ? undefined : spelled
}

/** The network's own spelling of an address, not the zero one; undefined for every other text. */
export function readAddress(network: Network, address: string): string | undefined {
  const bytes = network === 'ERC20' ? ethereumBytes(address) : tronBytes(address)
  return !bytes || bytes.every((byte) => byte === 0) ? undefined : spellAddress(network, bytes)
}

/** Letters of mixed case are a checksum; of one case they are none. */
function ethereumBytes(address: string): Uint8Array | undefined {
  if (!ERC20_FORM.test(address)) return undefined
  const digits = address.slice(2)
  const bytes = Buffer.from(digits, 'hex')
  const isMixed = digits !== digits.toLowerCase() && digits !== digits.toUpperCase()
  return isMixed && spellAddress('ERC20', bytes) !== address ? undefined : bytes
}

/** The 20 bytes of a TRON address; undefined for anything else. */
export function tronBytes(address: string): Uint8Array | undefined {
  if (!TRC20_FORM.test(address)) return undefined
  try {
    const bytes = base58check.decode(address)
    return bytes.length === 21 && bytes[0] === TRON_PREFIX ? bytes.subarray(1) : undefined
  } catch {
    return undefined // a wrong checksum
  }
}
