import { OPERATOR_ROLES, type OperatorRole } from '../../domain/people/operator-roles.js'

export const ROLES = OPERATOR_ROLES
export type Role = OperatorRole
/** The role of a link that names none. */
export const DEFAULT_ROLE: Role = 'viewer'

/** The role that each action needs, named as in the audit log. Every role reads every page. */
export const ACTIONS = {
  'deliveries resend': 'support',
  'deliveries resend-failed': 'support',
  'nodes check': 'support',
  'withdrawals approve': 'finance',
  'withdrawals reject': 'finance',
  'orders clear': 'finance',
  'orders reject': 'finance',
  'orders refund': 'finance',
  'ledger attribute': 'finance',
  'ledger verify': 'finance',
  'destinations delete': 'finance',
  'rates confirm': 'finance',
  'payouts stop': 'finance',
  'payouts resume': 'finance',
  'orders pause': 'finance',
  'orders resume': 'finance',
  'merchants activate': 'admin',
  'merchants suspend': 'admin',
  'merchants tier': 'admin',
  'merchants surcharge': 'admin',
  'keys create': 'admin',
  'keys revoke': 'admin',
  'secrets rotate': 'admin',
  'dashboard link': 'admin',
  'people invite': 'admin',
  'signer resume': 'admin',
} as const satisfies Readonly<Record<string, Role>>
export type Action = keyof typeof ACTIONS

/** Actions that move money or make keys. They need a person who signed in less than 15 minutes ago. */
const GUARDED: ReadonlySet<Action> = new Set([
  'withdrawals approve',
  'orders clear',
  'orders reject',
  'orders refund',
  'ledger attribute',
  'rates confirm',
  'payouts resume',
  'merchants activate',
  'keys create',
  'secrets rotate',
  'dashboard link',
  'people invite',
  'signer resume',
])

export const isGuarded = (action: Action): boolean => GUARDED.has(action)

export const mayDo = (role: Role, action: Action): boolean =>
  ROLES.indexOf(role) >= ROLES.indexOf(ACTIONS[action])

/** Reads the role that a session was granted. @throws Error for a text that is no role */
export function roleOf(grants: string): Role {
  const role = ROLES.find((each) => each === grants)
  if (!role) throw new Error(`${grants} is no role of the console`)
  return role
}
