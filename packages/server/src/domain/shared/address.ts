import type { Network } from './types.js'

/** Whether two valid addresses of a network are one: an Ethereum address may be written in lower or upper case. */
export const isSameAddress = (network: Network, one: string, other: string): boolean =>
  network === 'ERC20' ? one.toLowerCase() === other.toLowerCase() : one === other
