import type { Context } from '../context.js'
import { merchantBalances } from '../ledger/ledger.js'
import { audit } from '../shared/audit.js'
import type { Mandate } from '../shared/audit-entry.js'
import { formatUsdt } from '../shared/money.js'
import { OperatorError } from '../shared/operator-error.js'
import { ENVIRONMENTS, type Position, type Scope } from '../shared/types.js'
import type { Tx } from '../store/unit-of-work.js'
import { deleteWebhook } from '../webhooks/webhook-endpoints.js'
import { revokeApiKeyByOperator } from './api-keys.js'
import { accessOf } from './dashboard-access.js'
import type { Merchant } from './merchant.js'
import { requireMerchant } from './merchants.js'

/** Stands where personal data was. */
const ERASED = 'erased'

/** The platform user id of an erased merchant, which frees the one that it had. */
const erasedUserId = (id: string): string => `${ERASED}-${id}`

/**
 * Ends the access of a suspended merchant, and erases its personal data outside its orders and withdrawals. Erasing again
 * changes nothing.
 *
 * @throws OperatorError if there is no such merchant, it is not suspended, or money or open orders are left
 */
export async function eraseMerchant(tx: Tx, context: Context, id: string, mandate: Mandate): Promise<void> {
  await tx.merchants.lock(id)
  const merchant = await requireMerchant(tx, id)
  if (merchant.platformUserId === erasedUserId(id)) return
  await requireEnded(tx, merchant)
  for (const { keyId } of await tx.apiKeys.list(id)) await revokeApiKeyByOperator(tx, context, keyId, mandate)
  for (const environment of ENVIRONMENTS) {
    const scope = { merchantId: id, environment }
    for (const endpoint of await tx.webhookEndpoints.list(scope))
      await deleteWebhook(tx, context, scope, endpoint.id)
  }
  const sessions = await tx.sessions.list(context.clock.real())
  for (const session of sessions)
    if (session.area === 'dashboard' && accessOf(session).merchantId === id)
      await tx.sessions.delete(session.id)
  await tx.merchantErasure.eraseProfile({ id, platformUserId: erasedUserId(id), text: ERASED })
  const { actor, reason } = mandate
  await audit(tx, context, { actor, action: 'merchants erase', subject: id, details: { reason } })
}

/** Erases the texts of the next orders of an erased merchant, oldest first. @returns the last one; undefined at the end */
export const eraseOrders = (
  tx: Tx,
  scope: Scope,
  after: Position | undefined,
): Promise<Position | undefined> => tx.merchantErasure.eraseOrders(scope, after, ERASED)

/** Like {@link eraseOrders}, for withdrawals. */
export const eraseWithdrawals = (
  tx: Tx,
  scope: Scope,
  after: Position | undefined,
): Promise<Position | undefined> => tx.merchantErasure.eraseWithdrawals(scope, after)

async function requireEnded(tx: Tx, { id, status }: Merchant): Promise<void> {
  if (status !== 'SUSPENDED') throw new OperatorError(`merchant ${id} is ${status}: suspend it first`)
  // Money of the test environment is worth nothing.
  const balances = await merchantBalances(tx, { merchantId: id, environment: 'live' })
  for (const [code, balance] of Object.entries(balances))
    if (balance !== 0n) throw new OperatorError(`merchant ${id} has ${formatUsdt(balance)} USDT ${code}`)
  for (const environment of ENVIRONMENTS) {
    const scope = { merchantId: id, environment }
    const { orders, withdrawals } = await tx.merchantErasure.countOpen(scope)
    // An order holds its address for a while after its end, and could still be paid late.
    const open = Math.max(orders, await tx.orders.countUnfinished(scope))
    if (open > 0)
      throw new OperatorError(
        `merchant ${id} has ${open} ${environment} orders that are open or can be paid late`,
      )
    if (withdrawals > 0)
      throw new OperatorError(
        `merchant ${id} has ${withdrawals} ${environment} withdrawals that have not ended`,
      )
  }
}
