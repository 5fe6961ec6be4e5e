import type { Chain } from '../../domain/chain/chain.js'
import type { Usdt } from '../../domain/shared/money.js'
import { OperatorError } from '../../domain/shared/operator-error.js'
import type { BlockRef, ChainId, Cursor, Instant } from '../../domain/shared/types.js'
import type { Store } from '../../domain/store/store.js'
import type { Tx } from '../../domain/store/unit-of-work.js'
import { type Holding, type LeftOut, readHoldings, requireSweepable } from '../../domain/sweeps/selection.js'
import { mapWithConcurrency } from '../../workers/map-with-concurrency.js'

/** Addresses read at one position of the network, which moves on in between. */
const CHUNK = 64

export interface Selected {
  /** The largest amount first. */
  readonly holdings: readonly Holding[]
  readonly leftOut: ReadonlyMap<LeftOut, number>
}

/** Counts addresses by the reason why they are left out. */
const countLeftOut = (reasons: readonly LeftOut[]): Map<LeftOut, number> => {
  const counts = new Map<LeftOut, number>()
  for (const reason of reasons) counts.set(reason, (counts.get(reason) ?? 0) + 1)
  return counts
}

/**
 * Selects the addresses whose whole balance is known and free to move: the ledger and the chain agree on it at a block
 * that is final.
 *
 * @throws OperatorError if nothing can be swept on the network now
 */
export async function selectHoldings(
  { store, chain, signal }: { store: Store; chain: Chain; signal: AbortSignal },
  rules: { readonly before: Instant; readonly minimum: Usdt },
): Promise<Selected> {
  const { environment, network } = chain
  const id = { environment, network }
  const selected: Holding[] = []
  const leftOut: LeftOut[] = []
  for (let after: number | undefined = 0; after !== undefined; ) {
    const from: number = after
    const { block, found } = await store.read(async (tx) => {
      await requireSweepable(tx, id)
      const { final, cursor } = await finalBlock(tx, id, chain)
      const heights = { finalBlock: final.number, newestBlock: cursor.block.number }
      const read = await readHoldings(tx, id, { after: from, limit: CHUNK }, { ...rules, ...heights })
      return { block: final, found: read }
    })
    after = found.last
    const free = found.holdings.filter((holding) => holding.leftOut === undefined)
    leftOut.push(...found.holdings.flatMap((holding) => holding.leftOut ?? []))
    const balances = new Map<string, bigint>()
    await mapWithConcurrency(free, async ({ address }) => {
      balances.set(address, await chain.balanceAt(address, block, signal))
      return 'done'
    })
    for (const holding of free)
      if (balances.get(holding.address) === holding.exact) selected.push(holding)
      else leftOut.push('unexplained')
  }
  selected.sort((one, other) =>
    one.amount === other.amount ? one.index - other.index : one.amount > other.amount ? -1 : 1,
  )
  return { holdings: selected, leftOut: countLeftOut(leftOut) }
}

/** Returns the newest recorded block whose transfers are final. @throws OperatorError if there is none yet */
async function finalBlock(
  tx: Tx,
  id: ChainId,
  { depth }: Chain,
): Promise<{ final: BlockRef; cursor: Cursor }> {
  const cursor = await tx.cursors.find(id)
  const number = cursor && cursor.block.number - depth + 1
  const final =
    number === cursor?.block.number
      ? cursor?.block
      : (await tx.chainBlocks.list(id)).find((block) => block.number === number)
  if (!cursor || !final)
    throw new OperatorError(`${id.environment}/${id.network} has not recorded ${depth} blocks yet`)
  return { final, cursor }
}
