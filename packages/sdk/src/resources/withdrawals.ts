import type {
  CreateWithdrawal,
  Network,
  Withdrawal,
  WithdrawalAmount,
  WithdrawalId,
  WithdrawalList,
  WithdrawalQuote,
} from '../generated/contract.gen.js'
import type { CallPromise } from '../http/call-promise.js'
import type { KeyedRequestOptions, RequestOptions } from '../http/request-options.js'
import { send } from '../http/send.js'
import type { Settings } from '../options.js'
import { createDestinations, type Destinations } from './destinations.js'
import { type FiltersOf, type PageOptions, type Paginator, paginate } from './paginator.js'

/** A withdrawal to quote. */
export interface QuoteInput {
  readonly network: Network
  /** The amount that arrives, decimal USDT. */
  readonly amount: WithdrawalAmount
}

/** Filters of a list of withdrawals. */
export type WithdrawalFilters = FiltersOf<'listWithdrawals'>

/** Options of a list of withdrawals. */
export interface WithdrawalListOptions extends PageOptions, WithdrawalFilters {}

/** Paying the balance out to an address. */
export interface Withdrawals {
  /**
   * Withdraws from the balance. The fee comes on top of `amount`, decimal USDT. Retries are safe: the call carries an
   * idempotency key.
   *
   * @throws ApiError `insufficient_balance`, `amount_below_minimum`, `invalid_destination_address`
   */
  create(body: CreateWithdrawal, options?: KeyedRequestOptions): CallPromise<Withdrawal>

  /** Retrieves a withdrawal by its id or its `withdrawal_number`. @throws ApiError `withdrawal_not_found` */
  get(id: WithdrawalId, options?: RequestOptions): CallPromise<Withdrawal>

  /**
   * Lists withdrawals, newest first: one page when awaited, all when iterated. With filters, the withdrawals that match all of
   * them.
   *
   * @example
   * const { withdrawals } = await mp.withdrawals.list({ status: 'COMPLETED', updated_from: '2026-01-31T00:00:00Z' })
   */
  list(options?: WithdrawalListOptions): Paginator<Withdrawal, WithdrawalList>

  /**
   * Cancels a withdrawal that is not signed yet. When the answer of an attempt was lost and the retry is refused, the
   * withdrawal is retrieved: the call succeeds if it is `CANCELED`.
   *
   * @throws ApiError `withdrawal_not_cancelable`
   */
  cancel(id: WithdrawalId, options?: RequestOptions): CallPromise<Withdrawal>

  /** Quotes the present fee and debit of a withdrawal. @throws ApiError `amount_below_minimum` */
  quote(input: QuoteInput, options?: RequestOptions): CallPromise<WithdrawalQuote>

  /** The list of addresses to withdraw to. */
  readonly destinations: Destinations
}

/** Makes the resource. */
export function createWithdrawals(settings: Settings): Withdrawals {
  return {
    create: (body, options) => send(settings, 'createWithdrawal', { body }, options),
    get: (id, options) => send(settings, 'getWithdrawal', { path: { id } }, options),
    list: (options) => paginate(settings, 'listWithdrawals', {}, ({ withdrawals }) => withdrawals, options),
    cancel: (id, options) => send(settings, 'cancelWithdrawal', { path: { id } }, options),
    quote: (input, options) => {
      // Only these two fields: an object for `create` also has an address, which does not belong in a URL.
      const query = input && { network: input.network, amount: input.amount }
      return send(settings, 'quoteWithdrawal', { query }, options)
    },
    destinations: createDestinations(settings),
  }
}
