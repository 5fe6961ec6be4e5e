import type { CreateAppOrder } from '../generated/contract.gen.js'
import type { CallPromise } from '../http/call-promise.js'
import type { KeyedRequestOptions } from '../http/request-options.js'
import { send } from '../http/send.js'
import type { Settings } from '../options.js'
import { type AppOrder, withKind } from './order-kind.js'

/** Orders that are paid inside the client app; read them back with `orders.get`. */
export interface AppOrders {
  /** Creates an app-only order. Repeats are safe: the call carries an idempotency key. */
  create(body: CreateAppOrder, options?: KeyedRequestOptions): CallPromise<AppOrder>
}

/** Makes the resource. */
export function createAppOrders(settings: Settings): AppOrders {
  return {
    create: (body, options) => send(settings, 'createAppOrder', { body }, options, withKind),
  }
}
