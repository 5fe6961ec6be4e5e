import { integer, type Setting } from './setting-values.js'

/** The parts of the work that a server process can take. */
const ROLES = ['api', 'checkout', 'workers'] as const
export type Role = (typeof ROLES)[number]

/** Settings of one process among several. */
export const PROCESS_SETTINGS = {
  roles: {
    name: 'MERCHANTPAY_ROLES',
    default: 'api,checkout,workers',
    meaning:
      'The work of this process: `api` (with the reference), `checkout` (payment pages), `workers` (networks, deliveries, withdrawals, expiry). Fewer than all need PostgreSQL and other servers for the rest.',
    parse: roles,
  } satisfies Setting<ReadonlySet<Role>>,
  drainSeconds: {
    name: 'MERCHANTPAY_DRAIN_SECONDS',
    default: '0',
    meaning:
      'How long a stopping server still answers while `/readyz` fails, so that a balancer stops sending requests. 0 = not at all. Behind a balancer: longer than it takes to notice.',
    parse: integer(0, 600),
  } satisfies Setting<number>,
} as const

function roles(value: string): ReadonlySet<Role> {
  const named = value.split(',').map((role) => role.trim())
  const known = ROLES.filter((role) => named.includes(role))
  if (known.length === 0 || named.some((role) => !ROLES.some((each) => each === role)))
    throw new Error(`expected one or more of ${ROLES.join(', ')}, separated by commas`)
  return new Set(known)
}

/** Whether a process has every role. */
export const hasAllRoles = (held: ReadonlySet<Role>): boolean => ROLES.every((role) => held.has(role))
