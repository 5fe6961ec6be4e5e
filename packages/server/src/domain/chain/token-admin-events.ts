import type { Context } from '../context.js'
import type { ChainId } from '../shared/types.js'
import type { Tx } from '../store/unit-of-work.js'
import { pauseSigner } from '../withdrawals/signer.js'
import type { ChainConditionKind } from './chain-conditions.js'
import type { TokenAdminEvent } from './scan-step.js'

/** What the token's owner does to everybody: what begins, and what ends it. */
const BEGINS: Readonly<Partial<Record<TokenAdminEvent['kind'], ChainConditionKind>>> = {
  paused: 'token_paused',
  deprecated: 'token_deprecated',
  fee_changed: 'token_fee',
}
const ENDS: Readonly<Partial<Record<TokenAdminEvent['kind'], ChainConditionKind>>> = {
  unpaused: 'token_paused',
  fee_ended: 'token_fee',
}

/** Draws the consequences of what the token's owner did, in blocks up to that one. */
export async function applyTokenAdminEvents(
  tx: Tx,
  context: Context,
  id: ChainId,
  adminEvents: readonly TokenAdminEvent[],
  upTo: number,
): Promise<void> {
  for (const notice of adminEvents) {
    if (notice.block.number > upTo) continue
    const begins = BEGINS[notice.kind]
    const ends = ENDS[notice.kind]
    if (begins) await begin(tx, context, id, begins, `${notice.kind} ${whereOf(notice)}`)
    if (ends) await tx.chainConditions.clear(id, ends)
    if (notice.address !== null) await heedAddress(tx, context, id, notice.address, notice)
  }
}

/** An address is not trusted again: the token's owner has looked at it once. */
async function heedAddress(
  tx: Tx,
  context: Context,
  id: ChainId,
  address: string,
  notice: TokenAdminEvent,
): Promise<void> {
  if (notice.kind !== 'blacklisted' && notice.kind !== 'funds_destroyed') return
  const reason = `${address} ${notice.kind} ${whereOf(notice)}`
  await tx.addresses.blacklist(id, address, context.clock.now())
  await begin(tx, context, id, 'address_blacklisted', reason)
  if (address === context.chain(id)?.sender?.wallet) await pauseSigner(tx, context, id, reason)
}

const begin = (tx: Tx, { clock }: Context, id: ChainId, kind: ChainConditionKind, reason: string) =>
  tx.chainConditions.set(id, { kind, reason, sinceAt: clock.now() })

const whereOf = ({ block, txHash }: TokenAdminEvent): string => `in block ${block.number}, ${txHash}`
