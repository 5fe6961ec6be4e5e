import type { Command } from './command.js'
import { CONSOLE_COMMANDS } from './table/console.js'
import { CONTROL_COMMANDS } from './table/controls.js'
import { DELIVERY_COMMANDS } from './table/deliveries.js'
import { LEDGER_COMMANDS } from './table/ledger.js'
import { MERCHANT_COMMANDS } from './table/merchants.js'
import { NETWORK_COMMANDS } from './table/networks.js'
import { ORDER_COMMANDS } from './table/orders.js'
import { RATE_COMMANDS } from './table/rates.js'
import { SERVER_COMMANDS } from './table/server.js'
import { SWEEP_COMMANDS } from './table/sweeps.js'

/** All commands by name, in the order of the help. Modules are imported by the command that needs them, so that it starts fast. */
export const COMMANDS: ReadonlyMap<string, Command> = new Map([
  ...SERVER_COMMANDS,
  ...MERCHANT_COMMANDS,
  ...ORDER_COMMANDS,
  ...CONTROL_COMMANDS,
  ...RATE_COMMANDS,
  ...LEDGER_COMMANDS,
  ...NETWORK_COMMANDS,
  ...SWEEP_COMMANDS,
  ...DELIVERY_COMMANDS,
  ...CONSOLE_COMMANDS,
])
