import type { Command } from './command.js'

const DEV_ONLY =
  'It works with the server that merchantpay dev runs in this folder. Business time moves: windows of orders, delays of webhooks, rules of 24 h. Signatures, rate limits and sessions keep the time of the machine.'

/** The commands of the clock of a server that `dev` runs. */
export const CLOCK_COMMANDS: readonly Command[] = [
  {
    name: 'clock advance',
    does: 'moves business time forward',
    operands: ['duration'],
    options: [],
    notes: [DEV_ONLY, 'The duration is like 90s, 31m, 2h or 1d. Time never goes back.'],
    load: () => import('../commands/clock/advance.js'),
  },
  {
    name: 'clock freeze',
    does: 'stops business time',
    options: [],
    notes: [DEV_ONLY, 'Meanwhile the sandbox networks have no new block, so no payment is confirmed.'],
    load: () => import('../commands/clock/freeze.js'),
  },
  {
    name: 'clock reset',
    does: 'lets business time run again, from where it stopped',
    options: [],
    notes: [DEV_ONLY],
    load: () => import('../commands/clock/reset.js'),
  },
]
