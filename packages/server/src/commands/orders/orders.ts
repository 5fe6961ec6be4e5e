import {
  amountText,
  linkOf,
  type OnChainOrder,
  ORDER_STATUSES,
  type Order,
  priceFields,
} from '../../domain/orders/order.js'
import { clearOrder, rejectOrder } from '../../domain/orders/order-reviews.js'
import { MOST_COMPARED, searchOrders, searchText } from '../../domain/orders/order-search.js'
import { findNamedOrder } from '../../domain/orders/orders.js'
import { screenTransfer } from '../../domain/screening/transfer-screening.js'
import { isoTime } from '../../domain/shared/iso-time.js'
import { APP_DECIMALS, formatUsdt, parseUsdt, type Usdt, usdt } from '../../domain/shared/money.js'
import { OperatorError } from '../../domain/shared/operator-error.js'
import type { Found } from '../../domain/shared/search-window.js'
import type { Tx } from '../../domain/store/unit-of-work.js'
import { spellingsOf } from '../../networks/spellings.js'
import { type Args, UsageError } from '../command.js'
import { readTransferName } from '../ledger/ledger-entries.js'
import { filterOf } from '../listing.js'
import { printCard, printLine, printNote, printRows, type Row, timeCell } from '../output.js'
import { changeStore, mandateOf, readStore } from '../store-access.js'

/** Lists the orders of all merchants that match, newest first. */
export async function list(args: Args): Promise<number> {
  const { limit, ...filter } = { ...filterOf(args, ORDER_STATUSES), ...amountsOf(args) }
  const range = { from: args.instant('from'), to: args.instant('to') }
  const text = args.text('text')
  const found = await readStore((tx) =>
    text === undefined
      ? searchOrders(tx, { ...filter, ...range }, limit)
      : searchText(tx, { ...filter, ...range }, { text, spellings: spellingsOf(text), limit }),
  )
  printRows(found.rows.map(rowOf), args.isJson)
  noteEnd(found)
  return 0
}

/** Says where a search ended that compared as many orders as it may. */
export function noteEnd({ comparedSince }: Found<Order>): void {
  if (comparedSince === undefined) return
  const last = isoTime(comparedSince)
  const next = isoTime(comparedSince + 1)
  printNote(
    `compared the newest ${MOST_COMPARED} orders, back to ${last}: narrow the search, or continue with --to ${next}`,
  )
}

/** @throws UsageError */
function amountsOf(args: Args): { amountMin: Usdt | undefined; amountMax: Usdt | undefined } {
  const read = (name: string) => {
    const text = args.text(name)
    const amount = text === undefined ? undefined : parseUsdt(text, APP_DECIMALS)
    if (text !== undefined && amount === undefined) throw new UsageError(`--${name} takes USDT, e.g. 12.50`)
    return amount
  }
  const exact = read('amount')
  return { amountMin: exact ?? read('min'), amountMax: exact ?? read('max') }
}

/** Shows all fields of an order. */
export async function show(args: Args): Promise<number> {
  const card = await readStore(async (tx) => {
    const order = await getOrder(tx, args.requiredOperand('order-id'))
    const refunded = await tx.withdrawals.sumRefunds(order.id)
    return { ...cardOf(order), refunded: formatUsdt(usdt(refunded)) }
  })
  printCard(card, args.isJson)
  return 0
}

/** Ends a review in favour of the merchant. */
export async function clear(args: Args): Promise<number> {
  const id = args.requiredOperand('order-id')
  const cleared = await changeStore((tx, context) => clearOrder(tx, context, id, mandateOf(args)))
  printLine(`order ${id} is ${cleared.status}; ${creditedText(cleared)} USDT credited to the merchant`)
  return 0
}

/** Ends a review against the merchant. */
export async function reject(args: Args): Promise<number> {
  const id = args.requiredOperand('order-id')
  const rejected = await changeStore((tx, context) => rejectOrder(tx, context, id, mandateOf(args)))
  printLine(`order ${id} is rejected and stays FROZEN; its money is in operator:${rejected.network}`)
  return 0
}

/** Records the operator's verdict on a transfer, where no screening source answered or all of them passed it. */
export async function screen(args: Args): Promise<number> {
  const operand = args.requiredOperand('transfer')
  const name = readTransferName(operand)
  const verdict = args.flag('flag') ? 'flag' : 'pass'
  if (args.flag('flag') === args.flag('pass')) throw new UsageError('pass either --pass or --flag')
  await changeStore((tx, context) => screenTransfer(tx, context, { name, verdict }, mandateOf(args)))
  printLine(verdict === 'pass' ? `transfer ${operand} may be credited` : `transfer ${operand} is flagged`)
  return 0
}

/** Reads an order by its id or its order number: payers know the number, merchants the id. @throws OperatorError */
export async function getOrder(tx: Tx, name: string): Promise<Order> {
  const order = await findNamedOrder(tx, name)
  if (!order) throw new OperatorError(`there is no order ${name}`)
  return order
}

export const cardOf = (order: Order): Row => ({
  ...rowOf(order),
  credited: creditedText(order),
  confirmed: formatUsdt(order.confirmed),
  ...(order.kind === 'on-chain' ? { min_due: formatUsdt(order.minDue), address: order.address.address } : {}),
  ...priceCells(order),
  ...linkOf(order),
  frozen_reason: order.frozenReason,
  rejected_at: timeCell(order.rejectedAt),
  expire_at: timeCell(order.expireAt),
  window_ended_at: timeCell(order.windowEndedAt),
  paid_at: timeCell(order.paidAt),
  updated_at: timeCell(order.updatedAt),
  description: order.description,
  remark: order.remark,
  version: order.version,
})

function priceCells(order: Order): Row {
  const { price, rate, rate_at } = priceFields(order)
  return price === undefined
    ? {}
    : { price: price.amount, price_currency: price.currency, rate: rate ?? null, rate_at: rate_at ?? null }
}

const creditedText = ({ credited }: Order | OnChainOrder): string => formatUsdt(credited)

export const rowOf = (order: Order): Row => ({
  id: order.id,
  order_number: order.orderNumber,
  environment: order.environment,
  merchant_id: order.merchantId,
  status: order.status,
  network: order.kind === 'on-chain' ? order.network : null,
  amount: amountText(order),
  received: formatUsdt(order.received),
  created_at: timeCell(order.createdAt),
})
