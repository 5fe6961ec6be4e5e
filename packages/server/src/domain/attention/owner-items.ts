import { DAY_MS } from '../shared/policy.js'
import type { Instant } from '../shared/types.js'
import type { Tx } from '../store/unit-of-work.js'
import type { AttentionItem } from './attention-item.js'
import { command, countText, oneByOne, READ_ROWS } from './item-lists.js'

/** Lists the owners of the last day, newest first: a thief who is signed in as an owner would make another one. */
export async function ownerItems(tx: Tx, now: Instant): Promise<AttentionItem[]> {
  const rows = await tx.people.listNewOwners(now - DAY_MS, READ_ROWS)
  return oneByOne(
    'new_owner',
    rows,
    ({ id, merchantId, ownerSince }) => ({
      subject: id,
      environment: null,
      sinceAt: ownerSince ?? now,
      amount: null,
      text: `merchant ${merchantId} has a new owner, ${id}: ask it whether it knows the person`,
      hint: '`merchants remove-person` removes the person',
      facts: { merchantId },
      command: command(`merchants people ${merchantId}`),
    }),
    ({ ownerSince }, rest) => ({
      sinceAt: ownerSince ?? now,
      amount: null,
      text: `${countText(rest.length)} more owners of merchants are new`,
      command: command('audit list'),
    }),
  )
}
