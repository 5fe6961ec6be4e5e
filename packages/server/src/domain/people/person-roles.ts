import type { KeyScope } from '../shared/key-scope.js'
import { PERSON_ROLES, type PersonRole } from '../shared/person-role.js'

/** Each thing that people do, with the roles that may. Beside the scopes of keys there are rights that no key has. */
export const ROLES_OF = {
  read: ['owner', 'finance', 'support', 'viewer'],
  /** To see payment links, and the orders of today; with `read` all orders. */
  sales: PERSON_ROLES,
  orders: ['owner', 'finance', 'support', 'cashier'],
  /** To refund orders; support does so up to the limit of the merchant. */
  refunds: ['owner', 'finance', 'support'],
  withdrawals: ['owner', 'finance'],
  keys: ['owner'],
  /** To invite, change and remove people. */
  people: ['owner'],
  /** To change how payers see the merchant. */
  brand: ['owner'],
} as const satisfies Readonly<
  Record<KeyScope | 'sales' | 'refunds' | 'people' | 'brand', readonly PersonRole[]>
>

export type Right = keyof typeof ROLES_OF
export const RIGHTS = Object.keys(ROLES_OF) as readonly Right[]

export function hasRight(role: PersonRole, right: Right): boolean {
  const roles: readonly PersonRole[] = ROLES_OF[right]
  return roles.includes(role)
}

/** The scope that gives a right to the holder of a link; undefined for one that only people have. */
export function scopeOfRight(right: Right): KeyScope | undefined {
  if (right === 'people' || right === 'brand') return undefined
  if (right === 'refunds') return 'withdrawals'
  return right === 'sales' ? 'read' : right
}
