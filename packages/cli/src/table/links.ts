import type { Command } from './command.js'

/** The commands of payment links. A link is named by its id. */
export const LINK_COMMANDS: readonly Command[] = [
  {
    name: 'links create',
    does: 'creates a payment link, a page that gives each payer an order',
    isWrite: true,
    options: [
      {
        name: 'amount',
        value: 'usdt',
        does: 'USDT, greater than 10; without amount or price the payer chooses',
      },
      {
        name: 'price',
        value: 'price',
        does: 'a price in another currency instead of --amount, such as "49.90 EUR"',
      },
      { name: 'min', value: 'usdt', does: 'the least that the payer may choose' },
      { name: 'max', value: 'usdt', does: 'the most that the payer may choose' },
      { name: 'many', does: 'takes any number of payments; without it, one' },
      {
        name: 'networks',
        value: 'names',
        isList: true,
        does: 'the networks that the payer may choose, TRC20,ERC20; without it, all that are on',
      },
      { name: 'expires-at', value: 'time', does: 'when the page ends, like 2026-12-31T12:00:00Z' },
      { name: 'description', value: 'text', does: 'shown to the payer' },
      { name: 'metadata', value: 'name=value', isList: true, does: 'comes back in events' },
      { name: 'return-url', value: 'url', does: 'where the payer goes afterwards' },
      { name: 'webhook-url', value: 'url', does: 'receives the events of its orders' },
      { name: 'tolerance', value: 'fraction', does: 'accepted underpayment, 0.01 for 1 %' },
      {
        name: 'idempotency-key',
        value: 'text',
        does: 'the same key returns the same link: name the invoice',
      },
    ],
    load: () => import('../commands/links/create.js'),
  },
  {
    name: 'links list',
    does: 'lists payment links, newest first',
    options: [
      { name: 'limit', value: 'number', does: 'the number of links, 20 by default' },
      { name: 'status', choices: ['OPEN', 'PAID', 'EXPIRED', 'CLOSED'], does: 'links of this status' },
    ],
    load: () => import('../commands/links/list.js'),
  },
  {
    name: 'links show',
    does: 'shows a payment link with its newest orders',
    operands: ['link'],
    options: [],
    load: () => import('../commands/links/show.js'),
  },
  {
    name: 'links close',
    does: 'closes a payment link; its open orders go on',
    operands: ['link'],
    options: [],
    isWrite: true,
    load: () => import('../commands/links/close.js'),
  },
]
