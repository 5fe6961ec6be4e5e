import type {
  CreateWithdrawalDestination,
  DestinationId,
  Message,
  WithdrawalDestination,
  WithdrawalDestinationList,
} from '../generated/contract.gen.js'
import type { CallPromise } from '../http/call-promise.js'
import type { RequestOptions } from '../http/request-options.js'
import { send } from '../http/send.js'
import type { Settings } from '../options.js'

/** The addresses that live withdrawals go to without a review of the address. */
export interface Destinations {
  /**
   * Puts an address on the list, where it is usable after 24 hours. An address that is on the list already stays as it is.
   *
   * @throws ApiError `invalid_destination_address`, `destination_limit_reached`
   *
   * @example
   * const address = 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH'
   * const { usable_at } = await mp.withdrawals.destinations.create({ label: 'Treasury', network: 'TRC20', address })
   */
  create(body: CreateWithdrawalDestination, options?: RequestOptions): CallPromise<WithdrawalDestination>

  /** Lists all destinations of the key's environment. */
  list(options?: RequestOptions): CallPromise<WithdrawalDestinationList>

  /**
   * Removes an address from the list. Withdrawals that exist do not change. When the answer of an attempt was lost and the
   * retry finds no destination, the call succeeds.
   *
   * @throws ApiError `destination_not_found`
   */
  delete(id: DestinationId, options?: RequestOptions): CallPromise<Message>
}

/** Makes the resource. */
export function createDestinations(settings: Settings): Destinations {
  return {
    create: (body, options) => send(settings, 'createWithdrawalDestination', { body }, options),
    list: (options) => send(settings, 'listWithdrawalDestinations', {}, options),
    delete: (id, options) => send(settings, 'deleteWithdrawalDestination', { path: { id } }, options),
  }
}
