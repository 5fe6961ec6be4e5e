import type { SimulateOrder } from '@merchantpay/sdk'
import { format, type Usdt } from '@merchantpay/sdk/money'
import type { Handlers } from '../http/handler.js'
import { Refusal } from '../http/refusal.js'
import { requireTestFunds } from '../merchants/balance.js'
import type { World } from '../world.js'
import { readAmount, requireAppLimits } from './amounts.js'
import { applyChainAction, notPossible, windowIsOver } from './chain-actions.js'
import type { AppOrder } from './order.js'
import { change, endWindowAt, settle, stepTo } from './order-changes.js'
import { requireOrder } from './order-operations.js'
import { presentOrder } from './orders.js'

const REMARKS = 'only pay and authorise of an app-only order take a remark'
const APP_ACTIONS = 'an app-only order allows pay, authorise, expire'

/** Makes the handler of the test helper. */
export function simulationHandlers(world: World): Pick<Handlers, 'simulateOrder'> {
  return {
    simulateOrder({ params, body, caller: { key } }) {
      if (key.environment === 'live') throw new Refusal('forbidden')
      const order = requireOrder(world, key, params.id)
      const { action, amount, remark } = body
      const takesRemark = order.kind === 'app' && (action === 'pay' || action === 'authorise')
      if (amount !== undefined && (action === 'expire' || action === 'reorg')) {
        throw new Refusal('invalid_parameter', { parameter: 'amount', detail: `${action} takes no amount` })
      }
      if (remark !== undefined && !takesRemark)
        throw new Refusal('invalid_parameter', { parameter: 'remark', detail: REMARKS })
      if (order.kind === 'app') simulateApp(world, order, body)
      else applyChainAction(world, order, body)
      return { status: 200, body: presentOrder(world, order) }
    },
  }
}

function simulateApp(world: World, order: AppOrder, { action, amount: text, remark }: SimulateOrder): void {
  const { authorised } = order
  const isBare = action === 'pay' && text === undefined && remark === undefined
  if (action === 'expire') expireApp(world, order)
  // Settles the authorised amount; no money is added.
  else if (authorised !== null && isBare) settle(world, order, authorised)
  else if (action === 'pay' || action === 'authorise')
    authorise(world, order, { action, amount: text, remark })
  else throw new Refusal('action_not_possible', { detail: APP_ACTIONS })
}

function authorise(world: World, order: AppOrder, { action, amount: text, remark }: SimulateOrder): void {
  if (order.status !== 'OPEN') throw notPossible(order)
  if (world.clock.now() >= order.expireAt) throw windowIsOver()
  const amount = readAppAmount(order, text)
  requireTestFunds(world, order, amount)
  order.remark = remark ?? null
  order.authorised = amount
  change(world, order, stepTo('PENDING_CONFIRM'))
  if (action === 'pay') settle(world, order, amount)
}

/** Ends the window now, with any authorisation. */
function expireApp(world: World, order: AppOrder): void {
  const { status } = order
  if (status !== 'OPEN' && status !== 'PENDING_CONFIRM') throw notPossible(order)
  endWindowAt(world, order, world.clock.now())
  if (status === 'OPEN') return
  order.remark = null
  order.authorised = null
  change(world, order, stepTo('EXPIRED'))
}

function readAppAmount(order: AppOrder, text: string | undefined): Usdt {
  if (order.amount !== null) {
    if (text === undefined || readAmount(text, 8) === order.amount) return order.amount
    const detail = `must be ${format(order.amount)} USDT, the amount of the order`
    throw new Refusal('invalid_amount', { param: 'amount', detail })
  }
  if (text === undefined)
    throw new Refusal('amount_required', { param: 'amount', detail: 'a CUSTOM order has no amount yet' })
  const amount = readAmount(text, order.scale)
  requireAppLimits(amount)
  return amount
}
