import type { Refund } from '@merchantpay/sdk'
import { format, sub, sum, type Usdt } from '@merchantpay/sdk/money'
import type { Handlers } from '../http/handler.js'
import { once, replayHeader } from '../http/idempotency.js'
import { listPage } from '../http/page.js'
import { Refusal } from '../http/refusal.js'
import { readAmount } from '../orders/amounts.js'
import { notPossible } from '../orders/chain-actions.js'
import type { OnChainOrder, Order, OrderStatus } from '../orders/order.js'
import { requireOrder } from '../orders/order-operations.js'
import { creditedOf } from '../orders/orders.js'
import { keepTrace } from '../webhooks/trace-context.js'
import type { World } from '../world.js'
import type { Withdrawal } from './withdrawal.js'
import { openWithdrawal, REFUND_MINIMUM } from './withdrawal-opening.js'
import { presentWithdrawal, requireWithdrawal } from './withdrawals.js'

const REFUNDABLE: readonly OrderStatus[] = ['PAID', 'EXPIRED_PAID', 'UNDERPAID']

/** Makes the handlers of the operations on refunds. */
export function refundHandlers(world: World): Pick<Handlers, 'createRefund' | 'listRefunds'> {
  return {
    createRefund({ body, headers, params, caller: { key: scope } }) {
      const order = requireOrder(world, scope, params.id)
      const given = body.amount === undefined ? undefined : readAmount(body.amount, 6)
      const { destination_address: destinationAddress, description, idempotency_key: key } = body
      const includesFee = body.include_fee ?? false
      const input = [
        ['order_id', order.id],
        ['amount', given],
        ['include_fee', includesFee],
        ['destination_address', destinationAddress],
        ['description', description],
      ] as const
      const made = once(world, scope, { operation: 'createRefund', key, input }, () => {
        const paid = requireRefundable(order)
        const { id: orderId, network, webhookUrl } = paid
        const about = { description, metadata: {}, returnUrl: undefined, webhookUrl }
        const terms = {
          ...about,
          orderId,
          amount: amountOf(world, paid, given, includesFee),
          network,
          destinationAddress,
        }
        return openWithdrawal(world, scope, terms, REFUND_MINIMUM).id
      })
      if (!made.replayed) keepTrace(world, made.id, headers.traceparent)
      const refund = requireWithdrawal(world, scope, made.id)
      return { status: 201, body: presentRefund(refund), headers: replayHeader(made.replayed) }
    },
    listRefunds({ params, query, caller }) {
      const { id } = requireOrder(world, caller.key, params.id)
      const path = `/v1/orders/${params.id}/refunds`
      const { rows: refunds, ...page } = listPage(refundsOf(world, id), path, query, presentRefund)
      return { status: 200, body: { refunds, ...page } }
    },
  }
}

const refundsOf = ({ withdrawals }: World, id: string) => withdrawals.filter(({ orderId }) => orderId === id)

/** @throws Refusal action_not_possible */
function requireRefundable(order: Order): OnChainOrder {
  if (order.kind === 'app') throw new Refusal('action_not_possible', { detail: 'the order is app-only' })
  if (!REFUNDABLE.includes(order.status)) throw notPossible(order)
  return order
}

/** @throws Refusal invalid_amount, action_not_possible */
function amountOf(world: World, order: OnChainOrder, given: Usdt | undefined, includesFee: boolean): Usdt {
  const standing = refundsOf(world, order.id).filter(({ failureCode }) => failureCode === null)
  const refunded = sum(standing.map(({ amount }) => amount))
  const left = sub(includesFee ? order.confirmed : creditedOf(order), refunded)
  if (left <= 0n) throw invalidAmount('nothing is left to refund')
  const amount = given ?? defaultAmount(order, refunded, left)
  if (amount > left) throw invalidAmount(`at most ${format(left)} USDT`)
  return amount
}

/** The part that was paid too much and is not refunded yet; of an order that is not overpaid, all that is left. */
function defaultAmount({ amount, received, confirmed }: OnChainOrder, refunded: Usdt, left: Usdt): Usdt {
  if (received <= amount) return left
  if (confirmed <= amount) {
    const detail = 'the payment that is too much is being confirmed: name an amount'
    throw new Refusal('action_not_possible', { detail })
  }
  const overpaid = sub(sub(confirmed, amount), refunded)
  if (overpaid <= 0n) throw invalidAmount('the overpaid part is refunded: name an amount')
  return overpaid < left ? overpaid : left
}

const invalidAmount = (detail: string) => new Refusal('invalid_amount', { param: 'amount', detail })

function presentRefund(refund: Withdrawal): Refund {
  const { order_id, refund_id, ...rest } = presentWithdrawal(refund)
  if (order_id === undefined || refund_id === undefined) throw new Error(`${refund.id} refunds no order`)
  return { ...rest, order_id, refund_id }
}
