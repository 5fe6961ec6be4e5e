import { KEY_SCOPES, type KeyScope, SHOP_SCOPES } from '../shared/key-scope.js'

/** The scopes of each role. An owner manages the people as well. */
export const ROLE_SCOPES = {
  owner: KEY_SCOPES,
  finance: ['orders', 'read', 'withdrawals'],
  support: SHOP_SCOPES,
  viewer: ['read'],
} as const satisfies Readonly<Record<string, readonly KeyScope[]>>

export type PersonRole = keyof typeof ROLE_SCOPES
/** From the one that may do everything to the one that only reads. */
export const PERSON_ROLES = ['owner', 'finance', 'support', 'viewer'] as const satisfies PersonRole[]

/** Whether a role may invite, change and remove people. */
export const managesPeople = (role: PersonRole): boolean => role === 'owner'
