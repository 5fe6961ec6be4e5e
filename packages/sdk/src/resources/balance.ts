import type { CallPromise } from '../call-promise.js'
import type { Balance } from '../generated/contract.gen.js'
import type { Settings } from '../options.js'
import type { RequestOptions } from '../request-options.js'
import { send } from '../send.js'

/** The merchant's balance in the key's environment. */
export interface Balances {
  /** Retrieves what is available, held and frozen. */
  get(options?: RequestOptions): CallPromise<Balance>
}

/** Makes the resource. */
export function createBalance(settings: Settings): Balances {
  return { get: (options) => send(settings, 'getBalance', {}, options) }
}
