import type { ChainCondition } from '../../domain/chain/chain-conditions.js'
import type { Network } from '../../domain/shared/types.js'
import type { Tx } from '../../domain/store/unit-of-work.js'
import { isShortage } from '../../domain/withdrawals/withdrawal.js'
import { readWaiting } from '../attention/waiting.js'
import type { ConsolePage } from '../page.js'

/** Reviews that the navigation counts. */
const MOST_REVIEWS = 100

const isStop = ({ kind }: ChainCondition): boolean => kind === 'payouts_stopped' || kind === 'orders_paused'

/** The facts around every page. */
export interface FrameFacts {
  /** The items of the page of attention. */
  readonly waiting: number
  /** Withdrawals of the environment that a person decides. */
  readonly reviews: number
  /** The stops in force in the environment. */
  readonly stops: number
  readonly networks: readonly { readonly network: Network; readonly conditions: readonly ChainCondition[] }[]
}

export async function readFrame(tx: Tx, { visit, waiting }: ConsolePage): Promise<FrameFacts> {
  const { chains, environment } = visit
  const inReview = await tx.attention.listInReview(MOST_REVIEWS)
  const networks = []
  for (const chain of chains)
    networks.push({ network: chain.network, conditions: await tx.chainConditions.list(chain) })
  const reviews = inReview.filter(
    (each) => each.environment === environment && !isShortage(each.reviewReason),
  )
  const stopped = networks.flatMap(({ conditions }) => conditions).filter(isStop)
  const stops = stopped.length + (await tx.payoutStops.list(environment)).length
  return {
    waiting: waiting ?? (await readWaiting(tx, visit)).length,
    reviews: reviews.length,
    stops,
    networks,
  }
}
