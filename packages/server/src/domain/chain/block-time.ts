import type { Network } from '../shared/types.js'

/** Usual time between two blocks of a live network. */
export const BLOCK_MS = { ERC20: 12_000, TRC20: 3_000 } as const satisfies Readonly<Record<Network, number>>
