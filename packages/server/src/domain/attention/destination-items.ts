import { isoTime } from '../shared/iso-time.js'
import type { Instant } from '../shared/types.js'
import type { Tx } from '../store/unit-of-work.js'
import type { AttentionItem } from './attention-item.js'
import { chainName, command, countText, oneByOne, READ_ROWS } from './item-lists.js'

/** Lists live destinations that are not usable yet, soonest usable first: the time in which a stolen key can be noticed. */
export async function destinationItems(tx: Tx, now: Instant): Promise<AttentionItem[]> {
  const rows = await tx.destinations.listNew(now, READ_ROWS)
  return oneByOne(
    'new_destination',
    rows,
    ({ id, merchantId, address, createdAt, usableAt, ...chain }) => ({
      subject: id,
      environment: chain.environment,
      sinceAt: createdAt,
      amount: null,
      text: `merchant ${merchantId} can withdraw to ${address} on ${chainName(chain)} from ${isoTime(usableAt)}: ask it whether the address is its own`,
      hint: '`destinations delete` removes it',
      facts: { merchantId },
      command: command(`destinations list --environment live --merchant ${merchantId}`),
    }),
    ({ createdAt }, rest) => ({
      sinceAt: createdAt,
      amount: null,
      text: `${countText(rest.length)} more destinations of withdrawals are new`,
      command: command('destinations list --environment live'),
    }),
  )
}
