import { filterQuery } from '@merchantpay/core/list-filters'
import type { Withdrawal as WithdrawalBody } from '@merchantpay/sdk'
import { add, format } from '@merchantpay/sdk/money'
import type { Handlers, Input } from '../http/handler.js'
import { once, replayHeader } from '../http/idempotency.js'
import { listPage } from '../http/page.js'
import { Refusal } from '../http/refusal.js'
import { isWithin } from '../http/time-filter.js'
import { readAmount } from '../orders/amounts.js'
import { isOf, type Scope } from '../scope.js'
import { inputOfFields, readBusinessFields } from '../validation/business-fields.js'
import { keepTrace } from '../webhooks/trace-context.js'
import { isoOrNull, isoTime, type World } from '../world.js'
import { refundIds, type Withdrawal } from './withdrawal.js'
import { FEES, MINIMUM, openWithdrawal, REFUND_MINIMUM, requireMinimum } from './withdrawal-opening.js'
import { fail } from './withdrawal-progress.js'

/** Makes the handlers of the operations on withdrawals. */
export function withdrawalHandlers(
  world: World,
): Pick<
  Handlers,
  'createWithdrawal' | 'listWithdrawals' | 'quoteWithdrawal' | 'getWithdrawal' | 'cancelWithdrawal'
> {
  return {
    createWithdrawal({ body, headers, caller: { key: scope } }) {
      const amount = readAmount(body.amount, 6)
      const fields = readBusinessFields(body)
      const { network, destination_address: destinationAddress, idempotency_key: key } = body
      const input = [
        ['amount', amount],
        ['network', network],
        ['destination_address', destinationAddress],
        ...inputOfFields(fields),
      ] as const
      const made = once(world, scope, { operation: 'createWithdrawal', key, input }, () => {
        const terms = { ...fields, amount, network, destinationAddress, orderId: undefined }
        return openWithdrawal(world, scope, terms, MINIMUM).id
      })
      if (!made.replayed) keepTrace(world, made.id, headers.traceparent)
      const withdrawal = requireWithdrawal(world, scope, made.id)
      return { status: 201, body: presentWithdrawal(withdrawal), headers: replayHeader(made.replayed) }
    },
    listWithdrawals({ query, caller }) {
      const rows = world.withdrawals.filter((each) => isOf(each, caller.key) && isListed(each, query))
      const filters = filterQuery(query)
      const { rows: withdrawals, ...page } = listPage(
        rows,
        '/v1/withdrawals',
        query,
        presentWithdrawal,
        filters,
      )
      return { status: 200, body: { withdrawals, ...page } }
    },
    quoteWithdrawal({ query }) {
      const amount = readAmount(query.amount, 6)
      const fee = FEES[query.network]
      requireMinimum(amount, MINIMUM)
      const total = { total_debit: format(add(amount, fee)) }
      const minimums = { minimum: format(MINIMUM), refund_minimum: format(REFUND_MINIMUM) }
      return { status: 200, body: { amount: format(amount), fee: format(fee), ...total, ...minimums } }
    },
    getWithdrawal: ({ params, caller }) => ({
      status: 200,
      body: presentWithdrawal(requireWithdrawal(world, caller.key, params.id)),
    }),
    cancelWithdrawal({ params, caller }) {
      const withdrawal = requireWithdrawal(world, caller.key, params.id)
      const { status } = withdrawal
      if (status === 'PENDING' || status === 'REVIEW') fail(world, withdrawal, 'canceled')
      else if (status !== 'CANCELED')
        throw new Refusal('withdrawal_not_cancelable', { detail: `the withdrawal is ${status}` })
      return { status: 200, body: presentWithdrawal(withdrawal) }
    },
  }
}

/** A withdrawal of this merchant in this environment, by its id or number. @throws Refusal withdrawal_not_found */
export function requireWithdrawal(world: World, scope: Scope, name: string): Withdrawal {
  const withdrawal = world.withdrawals.find(
    ({ id, withdrawalNumber }) => id === name || withdrawalNumber === name,
  )
  if (withdrawal && isOf(withdrawal, scope)) return withdrawal
  throw new Refusal('withdrawal_not_found')
}

const isListed = (withdrawal: Withdrawal, query: Input<'listWithdrawals'>['query']): boolean =>
  (query.status ?? withdrawal.status) === withdrawal.status &&
  isWithin(withdrawal.createdAt, { from: query.created_from, to: query.created_to }) &&
  isWithin(withdrawal.updatedAt, { from: query.updated_from, to: query.updated_to })

/** Writes a withdrawal as the API does. */
export function presentWithdrawal(withdrawal: Withdrawal): WithdrawalBody {
  const { amount, fee, description } = withdrawal
  return {
    id: withdrawal.id,
    withdrawal_number: withdrawal.withdrawalNumber,
    merchant_id: withdrawal.merchantId,
    ...refundIds(withdrawal),
    status: withdrawal.status,
    amount: format(amount),
    fee: format(fee),
    total_debit: format(add(amount, fee)),
    currency: 'USDT',
    network: withdrawal.network,
    destination_address: withdrawal.destinationAddress,
    tx_hash: withdrawal.txHash,
    confirmations: withdrawal.confirmations,
    failure_code: withdrawal.failureCode,
    ...(description !== undefined && { description }),
    metadata: { ...withdrawal.metadata },
    environment: withdrawal.environment,
    created_at: isoTime(withdrawal.createdAt),
    updated_at: isoTime(withdrawal.updatedAt),
    completed_at: isoOrNull(withdrawal.completedAt),
  }
}
