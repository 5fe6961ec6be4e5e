/** The tables with secrets that the master key seals. */

import type { Scope } from '../shared/types.js'

export const SEALED_TABLES = ['api_keys', 'webhook_secrets'] as const
export type SealedTableName = (typeof SEALED_TABLES)[number]

/** A secret as it is stored. */
export interface SealedRow extends Scope {
  readonly id: string
  readonly sealedSecret: string
}
