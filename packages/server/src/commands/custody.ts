import { NETWORKS } from '../chain-settings.js'
import { systemClock } from '../clock.js'
import { readConfig } from '../config.js'
import type { CheckResult } from '../domain/ledger-verify.js'
import type { Store } from '../domain/ports.js'
import { openChain } from '../open-chains.js'
import { checkCustody } from '../workers/custody-survey.js'

/** @throws Error where a network that nodes serve cannot be looked at */
export async function checkCustodies(store: Store): Promise<CheckResult[]> {
  const config = readConfig()
  const results: CheckResult[] = []
  for (const { environment, network, field } of NETWORKS) {
    if (config[field] !== 'rpc') continue
    const chain = await openChain(config, { environment, network }, systemClock)
    if (chain) results.push(...(await checkCustody(store, chain, new AbortController().signal)))
  }
  return results
}
