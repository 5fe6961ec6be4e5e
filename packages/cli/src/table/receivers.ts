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
      'The answer to a repeated event proves that it was handled once if it is JSON with "duplicate": true.',
    ],
    options: [
      { name: 'framework', choices: FRAMEWORKS, does: 'suggests fixes for this framework only' },
      {
        name: 'handled-once',
        does: 'confirms that the log of the receiver shows the repeated event once, where its answer does not say so',
      },
    ],
    load: () => import('../commands/webhooks/check.js'),
  },
]
