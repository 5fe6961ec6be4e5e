import type { Context } from '../context.js'
import type { Tx } from '../store/unit-of-work.js'
import type { AttentionItem } from './attention-item.js'
import { brandItems } from './brand-items.js'
import { destinationItems } from './destination-items.js'
import { mismatchItems } from './mismatch-items.js'
import { networkItems } from './network-items.js'
import { orderItems, suspenseItems } from './order-items.js'
import { ownerItems } from './owner-items.js'
import { rateItems } from './rate-items.js'
import { stuckItems } from './stuck-items.js'
import {
  backupItems,
  ledgerItems,
  recoveryItems,
  shortfallItems,
  singleOperatorItems,
} from './system-items.js'
import { failedItems, failingItems, secretItems } from './webhook-items.js'
import { withdrawalItems } from './withdrawal-items.js'

/**
 * Lists everything that waits for a person, the most urgent kinds first. Reads a bounded number of rows, whatever the
 * size of the database.
 *
 * @param actor who would run the commands of the items, if that is known
 */
export async function listAttention(
  tx: Tx,
  { clock, policy }: Pick<Context, 'clock' | 'policy'>,
  actor?: string,
): Promise<AttentionItem[]> {
  const now = clock.now()
  return [
    ...(await ledgerItems(tx)),
    ...(await recoveryItems(tx)),
    ...(await shortfallItems(tx)),
    ...(await networkItems(tx)),
    ...(await mismatchItems(tx)),
    ...(await stuckItems(tx, now)),
    ...(await withdrawalItems(tx, { policy }, { now, actor })),
    ...(await destinationItems(tx, now)),
    ...(await ownerItems(tx, clock.real())),
    ...(await brandItems(tx, clock.real())),
    ...(await rateItems(tx, clock.real(), policy.ratesMaxAgeMs)),
    ...(await orderItems(tx)),
    ...(await suspenseItems(tx)),
    ...(await secretItems(tx)),
    ...(await failingItems(tx, now)),
    ...(await failedItems(tx)),
    ...(await backupItems(tx, now)),
    ...(policy.hasSingleOperator ? await singleOperatorItems(tx) : []),
  ]
}
