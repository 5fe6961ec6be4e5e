import { openChain } from '../../compose/chains.js'
import { readConfig } from '../../config/config.js'
import { NETWORKS } from '../../config/served-networks.js'
import type { Chain } from '../../domain/chain/chain.js'
import { type ProofOutcome, recordChainProof } from '../../domain/ledger/chain-proofs.js'
import type { CheckResult } from '../../domain/ledger/ledger-verify.js'
import type { Store } from '../../domain/store/store.js'
import { systemClock } from '../../runtime/clock.js'
import { endOfMany } from '../../runtime/deadline.js'
import { proveCustody } from '../../workers/ledger/chain-prover.js'
import { withMetered } from '../metered.js'
import { printNote } from '../output.js'

/** Stands for the person where the console shows the proof. */
const ASKED_BY = 'ledger verify --chain'

/**
 * Compares the custody of each network that nodes serve with the ledger, and records the results.
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

function checkMetered(store: Store, chain: Chain): Promise<readonly CheckResult[]> {
  const context = { clock: systemClock }
  return withMetered({ store, context, chain }, async (metered) => {
    const outcome = await proveCustody(store, context, metered, endOfMany().signal)
    await record(store, chain, outcome)
    if ('fault' in outcome) throw outcome.fault
    const { checks } = outcome.reading
    const answered = (chain.nodes?.().nodes ?? []).filter(({ balances }) => balances > 0)
    if (answered.length === 0) return checks
    const names = [...new Set(answered.map(({ name }) => name))].join(' and ')
    return checks.map((check) => ({ ...check, proves: `${check.proves}, as ${names} answered` }))
  })
}

/** Records the outcome for the console. A failure changes neither the output nor the exit code. */
async function record(store: Store, { environment, network }: Chain, outcome: ProofOutcome): Promise<void> {
  const id = { environment, network }
  await store
    .write((tx) => recordChainProof(tx, id, { ...outcome, endedBy: ASKED_BY }))
    .catch((error: unknown) =>
      printNote(
        `the outcome for ${environment}/${network} could not be recorded: ${error instanceof Error ? error.message : error}`,
      ),
    )
}
