import type { Command } from './command.js'

/** The command that finds faults of an installation. */
export const DOCTOR_COMMANDS: readonly Command[] = [
  {
    name: 'doctor',
    does: 'checks clock, key, secrets, service, webhook URLs, Node and SQLite, and suggests a fix for each fault',
    options: [
      {
        name: 'webhook-url',
        value: 'url',
        isList: true,
        does: 'a URL to check besides those of the endpoints',
      },
    ],
    load: () => import('../commands/doctor.js'),
  },
]
