import type { ChainCondition, ChainConditionKind } from '../chain/chain-conditions.js'
import { ENDED_BY_HAND } from '../chain/chain-reviews.js'
import { ALL_CHAINS, type ChainId } from '../shared/types.js'
import type { Tx } from '../store/unit-of-work.js'
import type { AttentionItem } from './attention-item.js'
import { chainName, chainOptions, command, REASON } from './item-lists.js'

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
      items.push(conditionItem(id, condition, resume(id)))
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
  command: kind === 'signer_paused' ? command(resume) : (endingCommand(id, kind) ?? command('chains status')),
})

/** Returns the command that ends a condition; undefined for one that `chains resume` does not end. */
export const endingCommand = (id: ChainId, kind: ChainConditionKind): string | undefined =>
  BY_HAND.has(kind) ? command(`chains resume ${chainOptions(id)} --kind ${kind} ${REASON}`) : undefined
