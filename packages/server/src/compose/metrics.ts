import type { ChainId } from '../domain/shared/types.js'
import type { Readiness } from '../observability/readiness.js'
import type { NetworkLeases } from '../workers/chain/network-leases.js'
import type { Http } from './http.js'
import type { ServerParts } from './parts.js'
import type { ServerOptions } from './server.js'

/** Registers what the metrics read from the parts of a server. */
export function watchServer(
  { config, droppedLogLines }: ServerOptions,
  { base: { metrics }, database: { store, staleReads }, context, chains, health, funds }: ServerParts,
  { leases, readiness, http }: { leases: NetworkLeases | undefined; readiness: Readiness; http: Http },
): void {
  if (!metrics) return
  if (droppedLogLines) metrics.watchLog(droppedLogLines)
  const { addressLimit } = context.policy
  const isAsked = (id: ChainId) => config.roles.has('workers') && (!leases || leases.held(id) !== undefined)
  if (funds) metrics.watchNetworks({ chains, health, store, isAsked, addressLimit, funds })
  metrics.watchStore(store)
  metrics.store.watchReplica(staleReads)
  metrics.watchAttention(store, context)
  metrics.watchStreams(http.openStreams)
  metrics.watchReadiness(readiness)
}
