import type { ChainCondition, ChainConditionKind } from '../chain/chain-conditions.js'
import { ENDED_BY_HAND } from '../chain/chain-reviews.js'
import { usdt } from '../shared/money.js'
import { ALL_CHAINS, type ChainId } from '../shared/types.js'
import type { Tx } from '../store/unit-of-work.js'
import type { AttentionItem } from './attention-item.js'
import { amountText, chainName, chainOptions, command, REASON } from './item-lists.js'

/** Commands that show more of a condition than the status of its network. */
const STATUS: Readonly<Partial<Record<ChainConditionKind, string>>> = {
  node_failing: 'nodes check',
  node_alone: 'nodes check',
}
/** Conditions that a command of their own ends. */
const ENDING: Readonly<Partial<Record<ChainConditionKind, string>>> = {
  payouts_stopped: 'payouts resume',
  orders_paused: 'orders resume',
}
const BY_HAND: ReadonlySet<string> = new Set(ENDED_BY_HAND)

/** Lists the conditions of all networks. */
export async function networkItems(tx: Tx): Promise<AttentionItem[]> {
  const items: AttentionItem[] = []
  // No signer is resumed before a recovery is finished.
  const resume = (await tx.recoveries.findOpen())
    ? () => 'restore status'
    : (id: ChainId) => `signer resume ${chainOptions(id)} ${REASON}`
  for (const id of ALL_CHAINS)
    for (const condition of await tx.chainConditions.list(id))
      items.push(
        condition.kind === 'hot_wallet_low'
          ? await lowWalletItem(tx, id, condition)
          : conditionItem(id, condition, resume(id)),
      )
  return items
}

const conditionItem = (
  id: ChainId,
  { kind, reason, sinceAt }: ChainCondition,
  resume: string,
): AttentionItem => ({
  key: `${kind}/${chainName(id)}`,
  kind,
  subject: chainName(id),
  environment: id.environment,
  sinceAt,
  amount: null,
  facts: { network: id.network },
  text: reason,
  command:
    kind === 'signer_paused'
      ? command(resume)
      : (endingCommand(id, kind) ?? command(STATUS[kind] ?? 'chains status')),
})

/** An item with what waits to go out of the wallet. */
async function lowWalletItem(tx: Tx, id: ChainId, condition: ChainCondition): Promise<AttentionItem> {
  const totals = await tx.withdrawals.totalOpen(id)
  const waiting = usdt((totals.get('PENDING')?.amount ?? 0n) + (totals.get('REVIEW')?.amount ?? 0n))
  const item = conditionItem(id, condition, '')
  return { ...item, amount: waiting, text: `${item.text}; ${amountText(waiting)} wait to go out` }
}

/** Returns the command that ends a condition; undefined for one that ends by itself, and for a pause of the signer. */
export function endingCommand(id: ChainId, kind: ChainConditionKind): string | undefined {
  const own = ENDING[kind]
  if (own !== undefined) return command(`${own} ${chainOptions(id)} ${REASON}`)
  return BY_HAND.has(kind) ? command(`chains resume ${chainOptions(id)} --kind ${kind} ${REASON}`) : undefined
}
