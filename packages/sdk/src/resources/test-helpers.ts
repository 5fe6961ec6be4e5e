import { CallPromise } from '../call-promise.js'
import { UsageError } from '../errors.js'
import type { Order, OrderId, SimulateOrder } from '../generated/contract.gen.js'
import type { Settings } from '../options.js'
import type { RequestOptions } from '../request-options.js'
import { send } from '../send.js'

/** Acts on sandbox orders; for test keys. */
export interface TestHelpers {
  /**
   * Brings about what can happen to a sandbox order: payments of every kind, the end of its window, a review,
   * a reorganisation of the chain.
   *
   * @throws UsageError `test_key_required` with a live key, before anything is sent; OutcomeUnknownError
   * when it may have been done
   *
   * @example
   * await mp.testHelpers.simulateOrder(order.id, { action: 'pay' })
   */
  simulateOrder(id: OrderId, body: SimulateOrder, options?: RequestOptions): CallPromise<Order>
}

/** Makes the resource. */
export function createTestHelpers(settings: Settings): TestHelpers {
  return {
    simulateOrder: (id, body, options) => {
      if (settings.environment === 'live') {
        const refusal = new UsageError('test_key_required', 'use a test key', {
          operationId: 'simulateOrder',
        })
        return new CallPromise(Promise.reject(refusal))
      }
      return send(settings, 'simulateOrder', { path: { id }, body }, options)
    },
  }
}
