import { CLOCK_COMMANDS } from './clock.js'
import type { Command } from './command.js'
import { COMPLETION_COMMANDS } from './completion.js'
import { DOCTOR_COMMANDS } from './doctor.js'
import { EVENT_COMMANDS } from './events.js'
import { KEY_COMMANDS } from './keys.js'
import { LINK_COMMANDS } from './links.js'
import { LOCAL_COMMANDS } from './local.js'
import { ORDER_COMMANDS } from './orders.js'
import { RATE_COMMANDS } from './rates.js'
import { RECEIVER_COMMANDS } from './receivers.js'
import { SIGNING_COMMANDS } from './signing.js'

/** Every command, in the order of the help. */
export const COMMANDS: readonly Command[] = [
  ...LOCAL_COMMANDS,
  ...ORDER_COMMANDS,
  ...LINK_COMMANDS,
  ...RATE_COMMANDS,
  ...RECEIVER_COMMANDS,
  ...EVENT_COMMANDS,
  ...KEY_COMMANDS,
  ...SIGNING_COMMANDS,
  ...CLOCK_COMMANDS,
  ...DOCTOR_COMMANDS,
  ...COMPLETION_COMMANDS,
]

/** The command that arguments begin with; undefined for any others. */
export function findCommand(args: readonly string[]): Command | undefined {
  const names = [args.slice(0, 2).join(' '), args[0]]
  return names.map((name) => COMMANDS.find((command) => command.name === name)).find(Boolean)
}
