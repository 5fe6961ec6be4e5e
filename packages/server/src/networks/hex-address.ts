import { keccak_256 } from '@noble/hashes/sha3.js'

const FORM = /^0x[0-9a-fA-F]{40}$/

/** Writes 20 bytes in hex, with the checksum of EIP-55 in the case of the letters. */
export function encodeHexAddress(bytes: Uint8Array): string {
  const hex = Buffer.from(bytes).toString('hex')
  const hash = Buffer.from(keccak_256(Buffer.from(hex, 'ascii'))).toString('hex')
  const cased = [...hex].map((digit, at) =>
    parseInt(hash.charAt(at), 16) >= 8 ? digit.toUpperCase() : digit,
  )
  return `0x${cased.join('')}`
}

/** Mixed case is a checksum; single case has none. */
export function decodeHexAddress(text: string): Uint8Array | undefined {
  if (!FORM.test(text)) return undefined
  const digits = text.slice(2)
  const bytes = Buffer.from(digits, 'hex')
  const isMixed = digits !== digits.toLowerCase() && digits !== digits.toUpperCase()
  return isMixed && encodeHexAddress(bytes) !== text ? undefined : bytes
}

/** With its checksum, in lower case and in upper case. */
export function spellingsOfHex(address: string): string[] {
  const digits = address.slice(2)
  const checksummed = encodeHexAddress(Buffer.from(digits, 'hex'))
  return [checksummed, `0x${digits.toLowerCase()}`, `0x${digits.toUpperCase()}`]
}
