import type { Instant, Scope } from '../shared/types.js'
import type { Merchant } from './merchant.js'

export interface ApiKey extends Scope {
  readonly keyId: string
  readonly name: string
  /** Sealed for {@link keyContext}. */
  readonly sealedSecret: string
  readonly createdAt: Instant
  readonly revokedAt: Instant | null
  readonly lastUsedAt: Instant | null
}

export interface CreatedApiKey {
  readonly key: ApiKey
  /** Shown once; only its sealed form is stored. */
  readonly secret: string
}

/** Who asks: the key that signed the request and its merchant. */
export interface Caller extends Scope {
  readonly keyId: string
  readonly merchant: Merchant
}
