/** Hex, hashes and addresses. Hex is lower case without 0x; an address is 42 hex digits, 41 and the account's 20 bytes. */

import { sha256 as sha256Bytes } from '@noble/hashes/sha2.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { utils } from 'tronweb'

export const fromHex = (hex: string): Uint8Array =>
  Uint8Array.from(Buffer.from(hex.replace(/^0x/, ''), 'hex'))
export const toHex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')
export const textToHex = (text: string): string => Buffer.from(text, 'utf8').toString('hex')

export const sha256 = (hex: string): string => toHex(sha256Bytes(fromHex(hex)))
export const keccak256 = (hex: string): string => toHex(keccak_256(fromHex(hex)))

/** The first four bytes of a function signature's hash. */
export const selectorOf = (signature: string): string => keccak256(textToHex(signature)).slice(0, 8)

export const isAddress = (value: unknown): value is string =>
  typeof value === 'string' && /^41[0-9a-f]{40}$/.test(value)

export const toBase58 = (address: string): string => utils.crypto.getBase58CheckAddress([...fromHex(address)])

/** The 20 bytes by which the virtual machine and its logs identify an account. */
export const withoutPrefix = (address: string): string => address.slice(2)

export const contractAddressOf = (txId: string, owner: string): string =>
  `41${keccak256(txId + owner).slice(24)}`
