import { readFileSync } from 'node:fs'
import { requirePrivate } from '../../runtime/key-file.js'

const KEY_FORM = /^(?:0x)?([0-9a-fA-F]{64})$/

/**
 * Reads the key of a hot wallet from its file: 32 bytes in hex. No message contains any part of the key.
 *
 * @returns 64 hex digits in lower case
 * @throws Error that describes the problem with the file
 */
export function readSignerKey(path: string): string {
  requirePrivate(path)
  const digits = KEY_FORM.exec(readFileSync(path, 'utf8').trim())?.[1]
  if (digits === undefined) throw new Error(`${path}: not 32 bytes in hex`)
  const key = BigInt(`0x${digits}`)
  if (key === 0n || key >= CURVE_ORDER) throw new Error(`${path}: not a private key of secp256k1`)
  return digits.toLowerCase()
}

const CURVE_ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
