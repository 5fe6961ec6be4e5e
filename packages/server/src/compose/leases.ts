import type { Logger } from 'pino'
import type { Config } from '../config/settings.js'
import type { Chain } from '../domain/chain/chain.js'
import type { ChainHealth } from '../domain/chain/chain-health.js'
import type { Store } from '../domain/store/store.js'
import { NetworkLeases } from '../workers/chain/network-leases.js'
import type { WorkerLoops } from '../workers/worker-loops.js'

interface LeaseParts {
  readonly config: Config
  readonly chains: readonly Chain[]
  readonly health: ChainHealth
  readonly holder: string
  readonly monotonic: () => number
  readonly loops: WorkerLoops
  readonly log: Logger
}

/** Opens the leases by which several servers share the networks. Undefined on SQLite, whose file has one server. */
export function openLeases(
  store: Store,
  { config, loops, log, ...parts }: LeaseParts,
): NetworkLeases | undefined {
  if (config.database.engine !== 'postgres') return undefined
  return new NetworkLeases(store, {
    ...parts,
    isFollowing: config.roles.has('workers'),
    onTaken({ environment, network }) {
      log.info({ environment, network }, 'follows the network for all servers')
      loops.wake()
    },
    onLost: ({ environment, network }) =>
      log.info({ environment, network }, 'leaves the network to other servers'),
  })
}
