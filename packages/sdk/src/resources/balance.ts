import type { Balance } from '../generated/contract.gen.js'
import type { CallPromise } from '../http/call-promise.js'
import type { RequestOptions } from '../http/request-options.js'
import { send } from '../http/send.js'
import type { Settings } from '../options.js'

/** The merchant's balance in the key's environment. */
export interface Balances {
  /** Retrieves the available, held and frozen amounts, decimal USDT. */
  get(options?: RequestOptions): CallPromise<Balance>
}

/** Makes the resource. */
export function createBalance(settings: Settings): Balances {
  return { get: (options) => send(settings, 'getBalance', {}, options) }
}
