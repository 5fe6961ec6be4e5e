import { ACTIONS } from '../commands/orders/actions.js'
import { NETWORKS, SANDBOX_ADDRESSES } from '../commands/sandbox-addresses.js'
import { type Command, ENDS_BY_CTRL_C } from './command.js'

const STATUSES = 'PENDING,OPEN,PENDING_CONFIRM,CONFIRMING,PAID,EXPIRED,EXPIRED_PAID,UNDERPAID,FROZEN'

/** The commands of orders. An order is named by its id or its number. */
export const ORDER_COMMANDS: readonly Command[] = [
  {
    name: 'orders create',
    does: 'creates an order',
    isWrite: true,
    options: [
      {
        name: 'amount',
        value: 'usdt',
        does: 'USDT, such as 25.00, on chain greater than 10; without it the payer of an app order chooses',
      },
      {
        name: 'price',
        value: 'price',
        does: 'a price in another currency instead of --amount, such as "49.90 EUR"',
      },
      { name: 'network', choices: NETWORKS, does: 'the network of an on-chain order' },
      { name: 'app', does: 'an order that is paid inside the client app' },
      { name: 'description', value: 'text', does: 'shown to the payer' },
      { name: 'metadata', value: 'name=value', isList: true, does: 'comes back in events' },
      { name: 'return-url', value: 'url', does: 'where the payer goes afterwards' },
      { name: 'webhook-url', value: 'url', does: 'receives the events of this order' },
      { name: 'tolerance', value: 'fraction', does: 'accepted underpayment, 0.01 for 1 %' },
      {
        name: 'idempotency-key',
        value: 'text',
        does: 'the same key returns the same order: name cart and attempt, cart-A-1001/1',
      },
    ],
    load: () => import('../commands/orders/create.js'),
  },
  {
    name: 'orders get',
    does: 'shows an order',
    operands: ['order'],
    options: [],
    load: () => import('../commands/orders/get.js'),
  },
  {
    name: 'orders list',
    does: 'lists orders, newest first',
    options: [
      { name: 'limit', value: 'number', does: 'the number of orders, 20 by default' },
      { name: 'status', choices: STATUSES.split(','), does: 'orders of this status' },
      { name: 'network', choices: NETWORKS, does: 'orders of this network' },
      { name: 'number', value: 'order_number', does: 'the order of this number' },
      { name: 'metadata', value: 'name=value', does: 'orders with this metadata' },
      {
        name: 'from',
        value: 'time',
        does: 'orders created from this time on, like 2026-01-31T12:00:00Z, or from this day in UTC on',
      },
      { name: 'to', value: 'time', does: 'orders created before this time, or before this day' },
      { name: 'updated-from', value: 'time', does: 'orders that last changed at this time or later' },
      { name: 'updated-to', value: 'time', does: 'orders that last changed before it' },
      { name: 'paid-from', value: 'time', does: 'orders paid at this time or later' },
      { name: 'paid-to', value: 'time', does: 'orders paid before it' },
    ],
    load: () => import('../commands/orders/list.js'),
  },
  {
    name: 'orders wait',
    does: 'waits until an order is paid or has ended; its status is the exit code',
    operands: ['order'],
    options: [
      { name: 'timeout', value: 'duration', does: 'gives up after 45m, or another time' },
      { name: 'grace', value: 'duration', does: 'then waits for a late payment, this long' },
    ],
    load: () => import('../commands/orders/wait.js'),
  },
  {
    name: 'orders watch',
    does: 'prints each status of an order until it is final',
    operands: ['order'],
    options: [],
    notes: [ENDS_BY_CTRL_C],
    load: () => import('../commands/orders/watch.js'),
  },
  {
    name: 'orders simulate',
    does: 'simulates an event of a sandbox order, such as a payment',
    operands: ['order', 'action'],
    options: [
      { name: 'amount', value: 'usdt', does: 'the amount of the payment' },
      { name: 'remark', value: 'text', does: 'the note of the payer of an app order' },
    ],
    notes: [`Actions: ${ACTIONS.join(', ')}.`],
    isWrite: true,
    load: () => import('../commands/orders/simulate.js'),
  },
  {
    name: 'orders expire',
    does: 'ends the window of an open order',
    operands: ['order'],
    options: [],
    isWrite: true,
    load: () => import('../commands/orders/expire.js'),
  },
  {
    name: 'orders accept',
    does: 'accepts what an order has received, too little or too much',
    operands: ['order'],
    options: [],
    isWrite: true,
    load: () => import('../commands/orders/accept.js'),
  },
  {
    name: 'orders refund',
    does: 'refunds credited money of an order',
    operands: ['order'],
    options: [
      { name: 'to', value: 'address', isRequired: true, does: 'where the money goes' },
      { name: 'amount', value: 'usdt', does: 'the amount; without it what was paid too much, or all' },
      { name: 'include-fee', does: 'returns the fee on the order too, from your balance' },
      {
        name: 'idempotency-key',
        value: 'text',
        does: 'the same key returns the same refund: name order and number, refund-A-1001/1',
      },
    ],
    notes: [
      `In the sandbox money arrives at ${SANDBOX_ADDRESSES.TRC20[0]} (TRC20) and ${SANDBOX_ADDRESSES.ERC20[0]} (ERC20), for example.`,
    ],
    isWrite: true,
    load: () => import('../commands/orders/refund.js'),
  },
]
