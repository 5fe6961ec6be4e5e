import type { UncountedReason } from '../../../domain/chain/transfer.js'

/** The only values that the columns `ignored_reason` allow: another reason needs a migration. */
const STORED = { over_cap: 'implausible' } as const satisfies Readonly<Record<UncountedReason, string>>

export type StoredIgnoredReason = (typeof STORED)[UncountedReason] | null

const REASONS = { implausible: 'over_cap' } as const satisfies Readonly<
  Record<NonNullable<StoredIgnoredReason>, UncountedReason>
>

export const storedReason = (reason: UncountedReason | null): StoredIgnoredReason => reason && STORED[reason]

export const ignoredReason = (stored: StoredIgnoredReason): UncountedReason | null =>
  stored && REASONS[stored]
