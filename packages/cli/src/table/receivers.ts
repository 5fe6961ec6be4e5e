import { FRAMEWORKS } from '../receiver-check/frameworks.js'
import type { Command } from './command.js'

/** The commands about receivers of webhooks. */
export const RECEIVER_COMMANDS: readonly Command[] = [
  {
    name: 'webhooks check',
    does: 'sends eight signed probes to a receiver, and says how to correct it',
    operands: ['url'],
    notes: [
      'It signs with WEBHOOK_SECRET, or with the webhook secret of the profile or of merchantpay dev. The probes are payment.expired events about orders that do not exist; use a receiver in development.',
    ],
    options: [{ name: 'framework', choices: FRAMEWORKS, does: 'names the cures of this framework only' }],
    load: () => import('../commands/webhooks/check.js'),
  },
]
