import type { KeyScope } from '@merchantpay/sdk'
import type { Scope } from '../scope.js'

/** A key that signs requests. */
export interface ApiKey extends Scope {
  readonly keyId: string
  readonly secret: string
  readonly name: string
  /** In the contract's order. */
  readonly scopes: readonly KeyScope[]
  readonly createdAt: number
  revokedAt: number | null
  lastUsedAt: number | null
}
