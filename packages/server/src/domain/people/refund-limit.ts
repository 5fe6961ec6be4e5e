import type { Context } from '../context.js'
import { audit } from '../shared/audit.js'
import { formatUsdt, type Usdt, usdt } from '../shared/money.js'
import type { Tx } from '../store/unit-of-work.js'
import type { PeopleMandate } from './people.js'
import type { Person } from './person.js'

/** The limit of a merchant that has chosen none. */
const DEFAULT_LIMIT = usdt(10_000_000_000n)

/** Returns how much each person with the role `support` refunds in 24 hours, with fees, 1e-8 USDT. */
export const refundLimitOf = async (tx: Tx, merchantId: string): Promise<Usdt> =>
  (await tx.people.findRefundLimit(merchantId)) ?? DEFAULT_LIMIT

/** The limit of a person; undefined for one of another role, who has none. */
export const findRefundLimit = async (
  tx: Tx,
  { role, merchantId }: Pick<Person, 'role' | 'merchantId'>,
): Promise<Usdt | undefined> => (role === 'support' ? refundLimitOf(tx, merchantId) : undefined)

/** Changes how much each person with the role `support` refunds in 24 hours. */
export async function setRefundLimit(
  tx: Tx,
  context: Pick<Context, 'clock' | 'ids'>,
  { merchantId, limit }: { merchantId: string; limit: Usdt },
  { actor, reason }: PeopleMandate,
): Promise<void> {
  const from = formatUsdt(await refundLimitOf(tx, merchantId))
  await tx.people.setRefundLimit(merchantId, limit)
  const details = { reason, from, to: formatUsdt(limit) }
  await audit(tx, context, { actor, action: 'people refund-limit', subject: merchantId, details })
}
