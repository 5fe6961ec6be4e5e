import { keccak_256 } from '@noble/hashes/sha3.js'
import type { Network } from '../../domain/shared/types.js'
import { encodeAddress } from '../../networks/spellings.js'

/** Roles of addresses on the sandbox networks; no wallet holds the key of any. */
export type SandboxRole = 'payer' | 'blacklisted' | 'hot-wallet' | 'reverts' | 'never-mined'

const known = new Map<string, string>()

/** Returns the address of a role: fixed, so that tests and documentation can name it. */
export function sandboxAddress(network: Network, role: SandboxRole): string {
  const key = `${network}/${role}`
  const address =
    known.get(key) ??
    encodeAddress(network, keccak_256(Buffer.from(`merchantpay/sandbox/${role}`)).subarray(-20))
  known.set(key, address)
  return address
}
