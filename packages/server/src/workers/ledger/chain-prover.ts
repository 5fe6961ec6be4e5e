import type { Chain } from '../../domain/chain/chain.js'
import type { Context } from '../../domain/context.js'
import { type ProofOutcome, recordChainProof } from '../../domain/ledger/chain-proofs.js'
import type { Store } from '../../domain/store/store.js'
import { checkCustody } from '../chain/custody-survey.js'
import type { Worker } from '../worker.js'

/** How soon a request is taken. */
const REST_MS = 10_000
/** The time that a proof of many addresses may take before the worker counts as silent. */
const LONGEST_MS = 6 * 60 * 60_000

export interface ChainProverLog {
  info(details: object, message: string): void
  warn(details: object, message: string): void
}

/**
 * Reads the balances of the addresses of a network. A node that does not answer is an outcome, too.
 *
 * @throws Error where `signal` has ended it
 */
export async function proveCustody(
  store: Store,
  { clock }: Pick<Context, 'clock'>,
  chain: Chain,
  signal: AbortSignal,
): Promise<ProofOutcome> {
  const startedAt = clock.now()
  const times = () => ({ endedAt: clock.now(), tookMs: Math.max(0, clock.now() - startedAt) })
  try {
    return { reading: await checkCustody(store, chain, signal), ...times() }
  } catch (error) {
    signal.throwIfAborted()
    return { fault: error instanceof Error ? error : new Error(`${error}`), ...times() }
  }
}

/**
 * Proves the custody of a network when an operator has asked for it. The request stays until its end is recorded, so that the
 * next server that follows the network begins again where one has died.
 */
export function chainProver(
  store: Store,
  context: Pick<Context, 'clock'>,
  chain: Chain,
  log: ChainProverLog,
): Worker {
  const { environment, network } = chain
  const id = { environment, network }
  return {
    name: `chain-prover ${environment} ${network}`,
    everyMs: LONGEST_MS,
    restMs: () => REST_MS,
    async tick(signal) {
      const request = (await store.read((tx) => tx.chainProofs.find(id)))?.request
      if (!request) return 0
      const outcome = await proveCustody(store, context, chain, signal)
      await store.write((tx) =>
        recordChainProof(tx, id, { ...outcome, endedBy: request.requestedBy }, request),
      )
      const { tookMs } = outcome
      if ('fault' in outcome)
        log.warn({ ...id, tookMs, err: outcome.fault }, 'the custody could not be compared with the chain')
      else log.info({ ...id, tookMs }, 'compared the custody with the chain')
      return 1
    },
  }
}
