/** The tables with secrets that the master key seals. */

import type { Scope } from '../shared/types.js'

export const ENCRYPTED_TABLES = ['api_keys', 'webhook_secrets'] as const
export type EncryptedTableName = (typeof ENCRYPTED_TABLES)[number]

/** A secret as it is stored. */
export interface EncryptedRow extends Scope {
  readonly id: string
  readonly sealedSecret: string
}
