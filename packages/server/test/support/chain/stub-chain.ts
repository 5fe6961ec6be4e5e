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

/** Every address of a shop is ours, and they are written `T-…` here. */
export const watchAll: WatchedAddresses = {
  since: async () => [],
  ours: async (addresses) => new Set(addresses.filter((address) => address.startsWith('T-'))),
}

/** A look that shows nothing of ours. */
export const NOTHING_SEEN: Sightings & { readonly blocks: readonly LinkedBlock[] } = {
  blocks: [],
  transfers: [],
  outgoing: [],
  ignored: [],
  adminEvents: [],
}

const standingAt = (cursor: BlockRef): ScanState => ({ cursor, ring: [] })

/** The chain's next step after a block, of what `watched` says is ours. */
export const nextAfter = (chain: Chain, cursor: BlockRef, watched: WatchedAddresses): Promise<ScanStep> =>
  chain.next(standingAt(cursor), watched, new AbortController().signal)

/** A network that says of everything with its depth that it is there. */
export async function allFinal(
  tx: Tx,
  context: Context,
  chain: Chain,
  step: RecordableStep,
): Promise<FinalityResults> {
  const { recorded, others } = await listDueWith(tx, context, chain, step)
  return new FinalityResults([...recorded, ...others].map((transfer) => [transfer, 'final']))
}

/** Only the networks' own tokens judge. */
export const tokenScreening = (chain: Context['chain'], clock: Clock): Screening =>
  openScreening({ denylist: undefined, hook: undefined, chain, clock, warn: () => undefined })
