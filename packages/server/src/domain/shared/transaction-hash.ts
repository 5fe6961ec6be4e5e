import type { Network } from './types.js'

const HASH = /^(?:0x)?([0-9a-f]{64})$/

/** Returns a transaction hash in the spelling of its network: Ethereum's begin with 0x, and TRON's do not. */
export function hashOn(network: Network, text: string): string {
  const [, digits] = HASH.exec(text.toLowerCase()) ?? []
  if (digits === undefined) return text
  return network === 'ERC20' ? `0x${digits}` : digits
}
