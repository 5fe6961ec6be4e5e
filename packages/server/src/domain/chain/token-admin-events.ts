import type { Context } from '../context.js'
import type { ChainId } from '../shared/types.js'
import type { Tx } from '../store/unit-of-work.js'
import type { ChainConditionKind } from './chain-conditions.js'
import type { TokenAdminEvent } from './scan-step.js'
import { pauseSigner } from './signer.js'

/** Conditions that events of the whole token start and end. */
const STARTS: Readonly<Partial<Record<TokenAdminEvent['kind'], ChainConditionKind>>> = {
  paused: 'token_paused',
  deprecated: 'token_deprecated',
  fee_changed: 'token_fee',
}
const ENDS: Readonly<Partial<Record<TokenAdminEvent['kind'], ChainConditionKind>>> = {
  unpaused: 'token_paused',
  fee_ended: 'token_fee',
}

/** Applies token admin events in blocks up to `upTo`. */
export async function applyTokenAdminEvents(
  tx: Tx,
  context: Context,
  id: ChainId,
  adminEvents: readonly TokenAdminEvent[],
  upTo: number,
): Promise<void> {
  for (const event of adminEvents) {
    if (event.block.number > upTo) continue
    const starts = STARTS[event.kind]
    const ends = ENDS[event.kind]
    if (starts) await start(tx, context, id, starts, `${event.kind} ${whereOf(event)}`)
    if (ends) await tx.chainConditions.clear(id, ends)
    if (event.address !== null) await applyToAddress(tx, context, id, event.address, event)
  }
}

/** A blacklisted address stays retired, even if it is removed from the blacklist later. */
async function applyToAddress(
  tx: Tx,
  context: Context,
  id: ChainId,
  address: string,
  event: TokenAdminEvent,
): Promise<void> {
  if (event.kind !== 'blacklisted' && event.kind !== 'funds_destroyed') return
  const reason = `${address} ${event.kind} ${whereOf(event)}`
  await tx.addresses.blacklist(id, address, context.clock.now())
  await start(tx, context, id, 'address_blacklisted', reason)
  if (address === context.chain(id)?.sender?.wallet) await pauseSigner(tx, context, id, reason)
}

const start = (tx: Tx, { clock }: Context, id: ChainId, kind: ChainConditionKind, reason: string) =>
  tx.chainConditions.set(id, { kind, reason, sinceAt: clock.now() })

const whereOf = ({ block, txHash }: TokenAdminEvent): string => `in block ${block.number}, ${txHash}`
