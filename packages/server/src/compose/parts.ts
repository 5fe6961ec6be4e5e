import type { Chain } from '../domain/chain/chain.js'
import type { ChainHealth } from '../domain/chain/chain-health.js'
import type { Context } from '../domain/context.js'
import type { KeyUse } from '../domain/merchants/key-use.js'
import type { WalletFunds } from '../domain/withdrawals/wallet-funds.js'
import type { RecentRequests } from '../http/recent-requests.js'
import type { WorkerLoops } from '../workers/worker-loops.js'
import type { Base } from './base.js'
import type { Database } from './database.js'

/** Where a server is between its start and its end. */
interface ServerState {
  /** Its own URL, which every order contains; empty until it listens. */
  url: string
  /** Whether `/readyz` fails, so that other servers take over. */
  isDraining: boolean
  /** Whether further requests are refused. */
  isStopping: boolean
}

/** The parts that the workers and the HTTP side of a server are built from. */
export interface ServerParts {
  readonly state: ServerState
  readonly base: Base
  readonly database: Database
  readonly context: Context
  readonly chains: readonly Chain[]
  readonly health: ChainHealth
  /** Undefined if nothing shows the funds of the hot wallets, which are then not read. */
  readonly funds: WalletFunds | undefined
  readonly keyUse: KeyUse
  readonly requests: RecentRequests
  readonly loops: WorkerLoops
}
