import { openChain } from '../../compose/chains.js'
import { readConfig } from '../../config/config.js'
import { NETWORKS } from '../../config/served-networks.js'
import type { Chain } from '../../domain/chain/chain.js'
import type { CheckResult } from '../../domain/ledger/ledger-verify.js'
import type { Store } from '../../domain/store/store.js'
import { systemClock } from '../../runtime/clock.js'
import { endOfMany } from '../../runtime/deadline.js'
import { checkCustody } from '../../workers/chain/custody-survey.js'
import { requireCalls, withMetered } from '../metered.js'

/** RPC calls per address without transfers: one for its balance, and a share of one for the position of the node. */
const CALLS_OF_A_CHECK = 1.5

/**
 * Compares the custody of each network that nodes serve with the ledger.
 *
 * @throws Error when a network cannot be read
 */
export async function checkCustodies(store: Store): Promise<CheckResult[]> {
  const config = readConfig()
  const results: CheckResult[] = []
  for (const { environment, network, field } of NETWORKS) {
    if (config[field] !== 'rpc') continue
    const chain = await openChain(config, { environment, network }, systemClock)
    if (chain) results.push(...(await checkMetered(store, chain)))
  }
  return results
}

function checkMetered(store: Store, chain: Chain): Promise<CheckResult[]> {
  const { environment, network } = chain
  return withMetered({ store, context: { clock: systemClock }, chain }, async (metered) => {
    const id = { environment, network }
    const used = await store.read(
      async (tx) => (await tx.addresses.highestIndex(id)) - (await tx.recoveries.countSkipped(id)).count,
    )
    requireCalls(chain, Math.ceil(used * CALLS_OF_A_CHECK))
    const checks = await checkCustody(store, metered, endOfMany().signal)
    const answered = (chain.nodes?.().nodes ?? []).filter(({ balances }) => balances > 0)
    if (answered.length === 0) return checks
    const names = [...new Set(answered.map(({ name }) => name))].join(' and ')
    return checks.map((check) => ({ ...check, proves: `${check.proves}, as ${names} answered` }))
  })
}
