import type { ChainHealth } from './chain-health.js'
import type { Chain } from './chains.js'
import type { Policy } from './policy.js'
import type { SandboxChain } from './sandbox-chain.js'
import type { Screening } from './screening.js'
import type { ChainId, Clock, Ids } from './types.js'
import type { Vault } from './vault.js'

/** What domain functions need besides their transaction. */
export interface Context {
  readonly clock: Clock
  readonly ids: Ids
  readonly vault: Vault
  readonly policy: Policy
  /** Undefined where the network is switched off in that environment. */
  chain(id: ChainId): Chain | undefined
  sandbox(id: ChainId): SandboxChain | undefined
  readonly screening: Screening
  readonly health: Pick<ChainHealth, 'noteStep' | 'noteHead' | 'noteBooked' | 'noteMissed' | 'isFollowed'>
}
