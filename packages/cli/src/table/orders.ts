import type { Command } from './command.js'

/** The commands of orders. */
export const ORDER_COMMANDS: readonly Command[] = [
  {
    name: 'orders create',
    does: 'creates an order',
    isWrite: true,
    options: [
      {
        name: 'amount',
        value: 'usdt',
        does: 'USDT, such as 25.00; without it the payer of an app order chooses',
      },
      { name: 'network', choices: ['TRC20', 'ERC20'], does: 'the network of an on-chain order' },
      { name: 'app', does: 'an order that is paid inside the client app' },
      { name: 'description', value: 'text', does: 'shown to the payer' },
      { name: 'metadata', value: 'name=value', isList: true, does: 'comes back in events' },
      { name: 'return-url', value: 'url', does: 'where the payer goes afterwards' },
      { name: 'webhook-url', value: 'url', does: 'receives the events of this order' },
      { name: 'tolerance', value: 'fraction', does: 'accepted underpayment, 0.01 for 1 %' },
      { name: 'idempotency-key', value: 'text', does: 'the same key returns the same order' },
    ],
    load: () => import('../commands/orders/create.js'),
  },
]
