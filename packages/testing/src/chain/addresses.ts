import { DEAD_ENDS } from '@merchantpay/core/dead-ends'
import type { Network } from '@merchantpay/sdk'
import { keccak256 } from '../crypto/keccak.js'
import { sha256 } from '../crypto/sha256.js'
import { toHex } from '../ids.js'

export type { Network }

/** Addresses with a special behaviour on the sandbox networks. */
export type Role = 'payer' | 'blacklisted' | 'reverts' | 'never-mined' | 'hot-wallet'

const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
const TRON_PREFIX = 0x41
const ERC20_FORM = /^0x[0-9a-fA-F]{40}$/
const TRC20_FORM = /^T[1-9A-HJ-NP-Za-km-z]{33}$/
/** Leading zero bytes, of 20, of an account with no known private key. */
const LOW_ACCOUNT_ZEROS = 18

/** Whether a text names a network. */
export const isNetwork = (text: string): text is Network => Object.hasOwn(CODECS, text)

/** Encodes the 20 bytes of an account as its network does, with a checksum. */
export function encodeAddress(network: Network, bytes: Uint8Array): string {
  return CODECS[network].encode(bytes)
}

/** The address of a sandbox role. */
export function roleAddress(network: Network, role: Role): string {
  return encodeAddress(
    network,
    keccak256(new TextEncoder().encode(`merchantpay/sandbox/${role}`)).subarray(-20),
  )
}

/**
 * Reads an address that can be paid to.
 *
 * @returns the network's canonical encoding; undefined for a wrong form or checksum, a token contract and a burn address
 */
export function readDestination(network: Network, text: string): string | undefined {
  const bytes = CODECS[network].decode(text)
  if (!bytes || bytes.subarray(0, LOW_ACCOUNT_ZEROS).every((byte) => byte === 0)) return undefined
  const address = encodeAddress(network, bytes)
  return DEAD_ENDS[network].has(address) ? undefined : address
}

/** Hex with a checksum in the case of its letters (EIP-55). */
function encodeHexAddress(bytes: Uint8Array): string {
  const digits = toHex(bytes)
  const hash = toHex(keccak256(new TextEncoder().encode(digits)))
  const cased = [...digits].map((digit, at) => (hash.charAt(at) >= '8' ? digit.toUpperCase() : digit))
  return `0x${cased.join('')}`
}

/** Letters of mixed case are a checksum; of one case they are none. */
function readHex(text: string): Uint8Array | undefined {
  const digits = text.slice(2)
  if (!ERC20_FORM.test(text)) return undefined
  const bytes = Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
  const isMixed = digits !== digits.toLowerCase() && digits !== digits.toUpperCase()
  return isMixed && encodeHexAddress(bytes) !== text ? undefined : bytes
}

function withChecksum(bytes: Uint8Array): Uint8Array {
  const payload = Uint8Array.of(TRON_PREFIX, ...bytes)
  return Uint8Array.of(...payload, ...sha256(sha256(payload)).subarray(0, 4))
}

/** The bytes always begin with the prefix, so there are no leading zeros to keep. */
function encodeBase58(bytes: Uint8Array): string {
  let value = BigInt(`0x${toHex(bytes)}`)
  let text = ''
  for (; value > 0n; value /= 58n) text = BASE58.charAt(Number(value % 58n)) + text
  return text
}

function readBase58(text: string): Uint8Array | undefined {
  if (!TRC20_FORM.test(text)) return undefined
  const value = [...text].reduce((sum, digit) => sum * 58n + BigInt(BASE58.indexOf(digit)), 0n)
  const hex = value.toString(16).padStart(50, '0')
  if (hex.length !== 50) return undefined
  const bytes = Uint8Array.from(hex.slice(2, 42).match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
  // Compares prefix and checksum.
  return encodeTron(bytes) === text ? bytes : undefined
}

const encodeTron = (bytes: Uint8Array): string => encodeBase58(withChecksum(bytes))

/** How each network writes the 20 bytes of an account. */
const CODECS: Readonly<
  Record<Network, { encode(bytes: Uint8Array): string; decode(text: string): Uint8Array | undefined }>
> = {
  TRC20: { encode: encodeTron, decode: readBase58 },
  ERC20: { encode: encodeHexAddress, decode: readHex },
  BEP20: { encode: encodeHexAddress, decode: readHex },
}
