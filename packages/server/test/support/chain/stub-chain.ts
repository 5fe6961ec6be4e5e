import { openScreening } from '../../../src/chain/screening/screening.js'
import type { Chain, WatchedAddresses } from '../../../src/domain/chain/chain.js'
import type {
  LinkedBlock,
  RecordableStep,
  ScanState,
  ScanStep,
  Sightings,
} from '../../../src/domain/chain/scan-step.js'
import type { Context } from '../../../src/domain/context.js'
import { FinalityResults, listDueWith } from '../../../src/domain/payments/finality-queue.js'
import type { Screening } from '../../../src/domain/screening/screening.js'
import type { BlockRef, Clock } from '../../../src/domain/shared/types.js'
import type { Tx } from '../../../src/domain/store/unit-of-work.js'

/** Watches every address that begins with `T-`, as the addresses of shops do here. */
export const watchAll: WatchedAddresses = {
  since: async () => [],
  ours: async (addresses) => new Set(addresses.filter((address) => address.startsWith('T-'))),
}

/** The sightings of a step without transfers of ours. */
export const NOTHING_SEEN: Sightings & { readonly blocks: readonly LinkedBlock[] } = {
  blocks: [],
  transfers: [],
  outgoing: [],
  ignored: [],
  adminEvents: [],
}

const stateAt = (cursor: BlockRef): ScanState => ({ cursor, ring: [] })

/** Returns the chain's next step after a block, with the transfers of watched addresses. */
export const nextAfter = (chain: Chain, cursor: BlockRef, watched: WatchedAddresses): Promise<ScanStep> =>
  chain.next(stateAt(cursor), watched, new AbortController().signal)

/** Answers that every confirmed transfer is final. */
export async function allFinal(
  tx: Tx,
  context: Context,
  chain: Chain,
  step: RecordableStep,
): Promise<FinalityResults> {
  const { recorded, others } = await listDueWith(tx, context, chain, step)
  return new FinalityResults([...recorded, ...others].map((transfer) => [transfer, 'final']))
}

/** Creates a screening that uses only the blacklists of the tokens. */
export const tokenScreening = (chain: Context['chain'], clock: Clock): Screening =>
  openScreening({ denylist: undefined, hook: undefined, chain, clock, warn: () => undefined })
