import { openScreening } from '../../src/chain/screening.js'
import type { Chain, LinkedBlock, ScanState, ScanStep, Sightings, Watched } from '../../src/domain/chains.js'
import { listDueWith, Verdicts } from '../../src/domain/due-transfers.js'
import type { BlockRef, BookedStep } from '../../src/domain/payments.js'
import type { Clock, Context } from '../../src/domain/ports.js'
import type { Screening } from '../../src/domain/screening.js'
import type { Tx } from '../../src/domain/tables.js'

/** Every address of a shop is ours, and they are written `T-…` here. */
export const watchAll: Watched = {
  since: async () => [],
  ours: async (addresses) => new Set(addresses.filter((address) => address.startsWith('T-'))),
}

/** A look that shows nothing of ours. */
export const NOTHING_SEEN: Sightings & { readonly blocks: readonly LinkedBlock[] } = {
  blocks: [],
  transfers: [],
  outgoing: [],
  ignored: [],
  notices: [],
}

const standingAt = (cursor: BlockRef): ScanState => ({ cursor, ring: [] })

/** The chain's next step after a block, of what `watched` says is ours. */
export const nextAfter = (chain: Chain, cursor: BlockRef, watched: Watched): Promise<ScanStep> =>
  chain.next(standingAt(cursor), watched, new AbortController().signal)

/** A network that says of everything with its depth that it is there. */
export async function allFinal(tx: Tx, context: Context, chain: Chain, step: BookedStep): Promise<Verdicts> {
  const { recorded, others } = await listDueWith(tx, context, chain, step)
  return new Verdicts([...recorded, ...others].map((transfer) => [transfer, 'final']))
}

/** Only the networks' own tokens judge. */
export const tokenScreening = (chain: Context['chain'], clock: Clock): Screening =>
  openScreening({ denyList: undefined, hook: undefined, chain, clock, warn: () => undefined })
