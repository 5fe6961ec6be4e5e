/** The columns `ignored_reason` allow this one value, which is older than the name of the cap. */
const STORED = 'implausible'

export type StoredIgnoredReason = typeof STORED | null

export const storedReason = (reason: 'over_cap' | null): StoredIgnoredReason => reason && STORED

export const ignoredReason = (stored: StoredIgnoredReason): 'over_cap' | null => stored && 'over_cap'
