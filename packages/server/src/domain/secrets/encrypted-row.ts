import type { KeyScope } from '../shared/key-scope.js'
import type { Scope } from '../shared/types.js'

/** The tables with secrets that are encrypted with the master key. */
export const ENCRYPTED_TABLES = ['api_keys', 'webhook_secrets', 'passkeys', 'person_mails'] as const
export type EncryptedTableName = (typeof ENCRYPTED_TABLES)[number]

/** A secret as stored. */
export interface EncryptedRow extends Scope {
  readonly id: string
  /** Of a key. */
  readonly scopes?: readonly KeyScope[] | undefined
  readonly sealedSecret: string
}
