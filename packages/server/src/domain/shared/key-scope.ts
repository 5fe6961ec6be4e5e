/** The scopes of keys, in the order in which they are stored and shown. Each signed operation needs one, its `x-scope`. */
export const KEY_SCOPES = ['orders', 'read', 'withdrawals', 'keys'] as const
export type KeyScope = (typeof KEY_SCOPES)[number]

/** Enough for the server of a shop, and what a new key has unless its maker chooses. */
export const SHOP_SCOPES: readonly KeyScope[] = ['orders', 'read']

/** Returns the scopes that are in a list, each once and in order. A name that this version does not know grants nothing. */
export const scopesIn = (names: readonly string[]): KeyScope[] =>
  KEY_SCOPES.filter((scope) => names.includes(scope))
