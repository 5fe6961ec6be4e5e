import { ApiError, MerchantPay } from '@merchantpay/sdk'
import type { Case } from '../case.js'
import { requireEqual } from '../http/answer.js'
import { pass } from '../session/pass.js'
import type { Session } from '../session/session.js'
import type { ConformanceTarget } from '../targets/target.js'
import { ORDER, UNKNOWN_UUID } from './samples.js'

const STEP_MS = 250

/** A client of the shared merchant, with a key of its own. */
async function connect(session: Session): Promise<MerchantPay> {
  const { baseUrl, fetch, clock } = session.target
  const keys = await (await session.merchant()).makeKey()
  return new MerchantPay({ baseUrl, ...keys, fetch, clock, allowInsecureHttp: true, allowBrowser: true })
}

/** Lets time pass until a promise settles. */
async function passUntil(target: ConformanceTarget, promise: Promise<boolean>): Promise<void> {
  const step = () => pass(target, STEP_MS).then(() => false)
  for (;;) if (await Promise.race([promise, step()])) return
}

/** The SDK's client against the target. */
export const client: Case[] = [
  {
    name: 'MerchantPay creates an order, finds it and lists it first',
    operationId: 'createOrder',
    covers: ['createOrder', 'getOrder', 'listOrders'],
    async run(session) {
      const mp = await connect(session)
      const { data: order, idempotencyKey } = await mp.orders.create(ORDER).withResponse()
      const again = await mp.orders.create(ORDER, { idempotencyKey })
      requireEqual(again, order, 'the same order by its key')
      requireEqual(await mp.orders.get(order.id), { ...order, remark: null }, 'the order')
      requireEqual((await mp.orders.list({ limit: 1 })).orders[0]?.id, order.id, 'the newest order')
    },
  },
  {
    name: 'MerchantPay follows an order to PAID',
    operationId: 'streamOrderEvents',
    covers: ['streamOrderEvents', 'simulateOrder'],
    async run(session) {
      const mp = await connect(session)
      const { id } = await mp.orders.create(ORDER)
      const seen: string[] = []
      const follow = async () => {
        for await (const { order } of mp.orders.stream(id)) {
          seen.push(order.status)
          if (seen.length === 1) await mp.testHelpers.simulateOrder(id, { action: 'pay' })
        }
        return true
      }
      await passUntil(session.target, follow())
      requireEqual([seen[0], seen.at(-1)], ['OPEN', 'PAID'], 'the first and the last status')
    },
  },
  {
    name: 'MerchantPay rejects with the code of a refusal',
    operationId: 'getOrder',
    covers: ['getOrder order_not_found', 'createOrder invalid_amount'],
    async run(session) {
      const mp = await connect(session)
      const refusals: [call: () => PromiseLike<unknown>, status: number, code: string][] = [
        [() => mp.orders.get(UNKNOWN_UUID), 404, 'order_not_found'],
        [() => mp.orders.create({ ...ORDER, amount: '1' }), 400, 'invalid_amount'],
      ]
      for (const [call, status, code] of refusals) {
        const error = await call().then(
          () => undefined,
          (reason: unknown) => reason,
        )
        if (!(error instanceof ApiError)) throw new Error(`expected an ApiError, not ${error}`)
        requireEqual([error.status, error.code], [status, code], 'status and code')
      }
    },
  },
]
