import { openChain } from '../compose/chains.js'
import { readConfig } from '../config/config.js'
import { NETWORKS } from '../config/served-networks.js'
import type { Chain } from '../domain/chain/chain.js'
import type { CheckResult } from '../domain/ledger/ledger-verify.js'
import type { Store } from '../domain/store/store.js'
import { systemClock } from '../runtime/clock.js'
import { endOfMany } from '../runtime/deadline.js'
import { checkCustody } from '../workers/chain/custody-survey.js'
import { requireCalls, withMetered } from './metered.js'

/** Of an address where nothing moves, as a rule: where the node stands is asked for once for several. */
const CALLS_OF_A_LOOK = 1.5

/** @throws Error where a network that nodes serve cannot be looked at */
export async function checkCustodies(store: Store): Promise<CheckResult[]> {
  const config = readConfig()
  const results: CheckResult[] = []
  for (const { environment, network, field } of NETWORKS) {
    if (config[field] !== 'rpc') continue
    const chain = await openChain(config, { environment, network }, systemClock)
    if (chain) results.push(...(await checkSparingly(store, chain)))
  }
  return results
}

function checkSparingly(store: Store, chain: Chain): Promise<CheckResult[]> {
  const { environment, network } = chain
  return withMetered({ store, context: { clock: systemClock }, chain }, async (sparing) => {
    const highest = await store.read((tx) => tx.addresses.highestIndex({ environment, network }))
    requireCalls(chain, Math.ceil(highest * CALLS_OF_A_LOOK))
    return checkCustody(store, sparing, endOfMany().signal)
  })
}
