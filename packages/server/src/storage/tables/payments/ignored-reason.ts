/** The only value that the columns `ignored_reason` allow. The domain calls it `over_cap`. */
const STORED = 'implausible'

export type StoredIgnoredReason = typeof STORED | null

export const storedReason = (reason: 'over_cap' | null): StoredIgnoredReason => reason && STORED

export const ignoredReason = (stored: StoredIgnoredReason): 'over_cap' | null => stored && 'over_cap'
