import { DEAD_ENDS } from '@merchantpay/core/dead-ends'
import { keccak256 } from '../crypto/keccak.js'
import { sha256 } from '../crypto/sha256.js'
import { toHex } from '../ids.js'

/** Where USDT lives. */
export type Network = 'TRC20' | 'ERC20'

/** Parts that addresses play on the sandbox networks. */
export type Role = 'blacklisted' | 'reverts' | 'never-mined' | 'hot-wallet'

const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
const TRON_PREFIX = 0x41
const ERC20_FORM = /^0x[0-9a-fA-F]{40}$/
const TRC20_FORM = /^T[1-9A-HJ-NP-Za-km-z]{33}$/
/** Leading zero bytes, of 20, of an account to which no private key is known. */
const LOW_ACCOUNT_ZEROS = 18

/** Spells the 20 bytes of an account as its network does, with their checksum. */
export function spellAddress(network: Network, bytes: Uint8Array): string {
  return network === 'ERC20' ? spellHex(bytes) : encodeBase58(withChecksum(bytes))
}

/** The address of a sandbox role. */
export function roleAddress(network: Network, role: Role): string {
  return spellAddress(
    network,
    keccak256(new TextEncoder().encode(`merchantpay/sandbox/${role}`)).subarray(-20),
  )
}

/**
 * Reads where somebody can be paid.
 *
 * @returns the network's own spelling; undefined for a wrong form or checksum, a token contract and a burn address
 */
export function readDestination(network: Network, text: string): string | undefined {
  const bytes = network === 'ERC20' ? readHex(text) : readBase58(text)
  if (!bytes || bytes.subarray(0, LOW_ACCOUNT_ZEROS).every((byte) => byte === 0)) return undefined
  const spelled = spellAddress(network, bytes)
  if (network === 'TRC20' && spelled !== text) return undefined
  return DEAD_ENDS[network].has(spelled) ? undefined : spelled
}

/** Hex with a checksum in the case of its letters (EIP-55). */
function spellHex(bytes: Uint8Array): string {
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
  return isMixed && spellHex(bytes) !== text ? undefined : bytes
}

function withChecksum(bytes: Uint8Array): Uint8Array {
  const payload = Uint8Array.of(TRON_PREFIX, ...bytes)
  return Uint8Array.of(...payload, ...sha256(sha256(payload)).subarray(0, 4))
}

/** The bytes always begin with the prefix, so no leading zeros are to be kept. */
function encodeBase58(bytes: Uint8Array): string {
  let value = BigInt(`0x${toHex(bytes)}`)
  let text = ''
  for (; value > 0n; value /= 58n) text = BASE58.charAt(Number(value % 58n)) + text
  return text
}

/** The account's bytes without prefix and checksum; whoever spells them again sees whether both were right. */
function readBase58(text: string): Uint8Array | undefined {
  if (!TRC20_FORM.test(text)) return undefined
  const value = [...text].reduce((sum, digit) => sum * 58n + BigInt(BASE58.indexOf(digit)), 0n)
  const hex = value.toString(16).padStart(50, '0')
  if (hex.length !== 50) return undefined
  return Uint8Array.from(hex.slice(2, 42).match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
}
