/** The roles of a merchant's people, from the one that may do everything to the one that only reads. */
export const PERSON_ROLES = ['owner', 'finance', 'support', 'cashier', 'viewer'] as const
export type PersonRole = (typeof PERSON_ROLES)[number]
