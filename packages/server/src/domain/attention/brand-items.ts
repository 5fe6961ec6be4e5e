import { DAY_MS } from '../shared/policy.js'
import type { Instant } from '../shared/types.js'
import type { Tx } from '../store/unit-of-work.js'
import type { AttentionItem } from './attention-item.js'
import { command, countText, oneByOne, READ_ROWS } from './item-lists.js'

/** Lists the merchants whose people changed name or logo in the last day, newest first: payers may take them for another shop. */
export async function brandItems(tx: Tx, now: Instant): Promise<AttentionItem[]> {
  const rows = await tx.merchantBrands.listChanged(now - DAY_MS, READ_ROWS)
  return oneByOne(
    'brand_changed',
    rows,
    ({ merchantId, changedAt }) => ({
      subject: merchantId,
      environment: null,
      sinceAt: changedAt,
      amount: null,
      text: `merchant ${merchantId} has changed the name or the logo that payers see`,
      hint: '`merchants brand` sets them again',
      facts: { merchantId },
      command: command(`merchants show ${merchantId}`),
    }),
    ({ changedAt }, rest) => ({
      sinceAt: changedAt,
      amount: null,
      text: `${countText(rest.length)} more merchants have changed their name or logo`,
      command: command('audit list'),
    }),
  )
}
