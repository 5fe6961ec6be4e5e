import { readAddress } from './destination.js'

/** Returns the spellings under which a hash or an address may be stored. */
export function spellingsOf(text: string): string[] {
  const lower = text.toLowerCase()
  const checksummed = readAddress('ERC20', text)
  const hash = lower.startsWith('0x') ? lower.slice(2) : `0x${lower}`
  return [...new Set([text, lower, hash, ...(checksummed === undefined ? [] : [checksummed])])]
}
