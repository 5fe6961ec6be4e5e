import type { ChainConditionKind } from '../chain/chain-conditions.js'
import { recordedBalanceOf } from '../ledger/recorded-balance.js'
import { type Usdt, usdt } from '../shared/money.js'
import { OperatorError } from '../shared/operator-error.js'
import { exactScale } from '../shared/token-units.js'
import type { ChainId, Instant } from '../shared/types.js'
import type { SweepableAddress } from '../store/address-tables.js'
import type { Tx } from '../store/unit-of-work.js'

/** Why an address with money is left out of a plan. */
export const LEFT_OUT = [
  'blacklisted',
  'leased',
  'frozen',
  'unscreened',
  'unconfirmed',
  'young',
  'below_minimum',
  'unexplained',
  'busy',
] as const
export type LeftOut = (typeof LEFT_OUT)[number]

/** An address with money, by the ledger. */
export interface Holding extends Pick<SweepableAddress, 'index' | 'address'> {
  /** Recorded up to the final block, in exact units. */
  readonly exact: bigint
  /** The same in 1e-8 USDT, rounded down. */
  readonly amount: Usdt
  /** Undefined where nothing in the ledger speaks against emptying it. */
  readonly leftOut: LeftOut | undefined
}

export interface SelectionRules {
  /** The newest block whose transfers are final. */
  readonly finalBlock: number
  /** The newest recorded block. */
  readonly newestBlock: number
  /** Addresses with a transfer after this time are left out. */
  readonly before: Instant
  readonly minimum: Usdt
}

const STOPPING: ReadonlySet<ChainConditionKind> = new Set([
  'halted',
  'token_paused',
  'token_deprecated',
  'token_fee',
  'transfer_mismatch',
  'block_mismatch',
  'token_mismatch',
])

/** Returns why nothing can be swept on a network now; undefined if it can. */
export async function sweepStop(tx: Tx, id: ChainId): Promise<string | undefined> {
  if (await tx.recoveries.findOpen()) return 'the database is recovering: run `restore status`'
  const stop = (await tx.chainConditions.list(id)).find(({ kind }) => STOPPING.has(kind))
  return stop && `${id.environment}/${id.network} is stopped: ${stop.kind} (${stop.reason})`
}

/** @throws OperatorError if nothing can be swept on a network now */
export async function requireSweepable(tx: Tx, id: ChainId): Promise<void> {
  const stop = await sweepStop(tx, id)
  if (stop !== undefined) throw new OperatorError(stop)
}

/** Reads the next addresses with money, by index. @returns the last index that was read, undefined at the end */
export async function readHoldings(
  tx: Tx,
  id: ChainId,
  { after, limit }: { after: number; limit: number },
  rules: SelectionRules,
): Promise<{ holdings: Holding[]; last: number | undefined }> {
  const addresses = await tx.addresses.listSweepable(id, after, limit)
  const holdings: Holding[] = []
  for (const address of addresses) {
    const holding = await holdingOf(tx, id, address, rules)
    if (holding.amount > 0n) holdings.push(holding)
  }
  return { holdings, last: addresses.at(-1)?.index }
}

async function holdingOf(
  tx: Tx,
  id: ChainId,
  sweepable: SweepableAddress,
  rules: SelectionRules,
): Promise<Holding> {
  const { index, address } = sweepable
  const final = await recordedBalanceOf(tx, id, address, rules.finalBlock)
  const newest = await recordedBalanceOf(tx, id, address, rules.newestBlock)
  const isUnconfirmed = newest.pending !== 0n || newest.recorded !== final.recorded
  const exact = final.recorded
  const amount = usdt(exact / exactScale(id.network))
  return { index, address, exact, amount, leftOut: leftOutFor(sweepable, { amount, isUnconfirmed }, rules) }
}

function leftOutFor(
  address: SweepableAddress,
  { amount, isUnconfirmed }: { amount: Usdt; isUnconfirmed: boolean },
  { before, minimum }: SelectionRules,
): LeftOut | undefined {
  if (address.isBlacklisted) return 'blacklisted'
  if (address.isLeased) return 'leased'
  if (address.isFrozen) return 'frozen'
  if (address.isUnscreened) return 'unscreened'
  if (isUnconfirmed) return 'unconfirmed'
  if (address.newestAt > before) return 'young'
  return amount < minimum ? 'below_minimum' : undefined
}
