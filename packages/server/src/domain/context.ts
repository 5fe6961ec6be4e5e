import type { Chain } from './chain/chain.js'
import type { ChainHealth } from './chain/chain-health.js'
import type { SandboxChain } from './sandbox/sandbox-chain.js'
import type { Screening } from './screening/screening.js'
import type { Policy } from './shared/policy.js'
import type { ChainId, Clock, Ids } from './shared/types.js'
import type { Vault } from './shared/vault.js'

/** Dependencies of domain functions besides the transaction. */
export interface Context {
  readonly clock: Clock
  readonly ids: Ids
  readonly vault: Vault
  readonly policy: Policy
  /** Returns undefined if the network is disabled in that environment. */
  chain(id: ChainId): Chain | undefined
  /** Returns undefined if the network is not a sandbox. */
  sandbox(id: ChainId): SandboxChain | undefined
  readonly screening: Screening
  readonly health: Pick<
    ChainHealth,
    | 'noteStep'
    | 'noteHead'
    | 'startHeadOf'
    | 'hasReachedStart'
    | 'noteRevision'
    | 'isSetBack'
    | 'noteUnbroken'
    | 'noteRecorded'
    | 'noteMissed'
    | 'isFollowed'
  >
}
