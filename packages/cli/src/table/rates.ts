import type { Command } from './command.js'

export const RATE_COMMANDS: readonly Command[] = [
  {
    name: 'rates get',
    does: 'shows the exchange rate of a currency',
    operands: ['currency'],
    options: [],
    load: () => import('../commands/rates/get.js'),
  },
]
