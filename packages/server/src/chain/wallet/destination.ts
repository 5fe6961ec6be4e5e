import { DEAD_ENDS } from '@merchantpay/core/dead-ends'
import { sha256 } from '@noble/hashes/sha2.js'
import { createBase58check } from '@scure/base'
import type { Network } from '../../domain/shared/types.js'
import { encodeAddress, TRON_PREFIX } from './address-book.js'

const ERC20_FORM = /^0x[0-9a-fA-F]{40}$/
const TRC20_FORM = /^T[1-9A-HJ-NP-Za-km-z]{33}$/
const base58check = createBase58check(sha256)

/** Accounts that cannot release funds: token contracts and burn addresses. */
const DEAD_ENDS: Readonly<Record<Network, ReadonlySet<string>>> = {
  ERC20: new Set([
    '0xdAC17F958D2ee523a2206206994597C13D831ec7', // USDT
    '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', // USDC
    '0x6B175474E89094C44Da98b954EedeAC495271d0F', // DAI
    '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2', // WETH
    '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE', // stands for Ether in many contracts
    '0xdEAD000000000000000042069420694206942069',
    '0xFFfFfFffFFfffFFfFFfFFFFFffFFFffffFfFFFfF',
  ]),
  TRC20: new Set([
    'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', // USDT
    'TXYZopYRdj2D9XRtbG411XZZ3kM5VkAeBf', // USDT on Nile
    'TG3XXyExBkPp9nzdajDZsozEu4BkaSJozs', // USDT on Shasta
    'TEkxiTehnzSmSe2XqrBj4w32RUN966rdz8', // USDC
    'TNUC9Qb1rRpS5CbWLmNMxXBjyFoydXjWFR', // WTRX
    'TLsV52sRDL79HXGGm9yzwKibb6BeruhUzy', // named Blackhole in the genesis block
  ]),
}
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
