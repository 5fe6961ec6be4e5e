import type { KeyScope } from '../shared/key-scope.js'
import type { Usdt } from '../shared/money.js'
import type { Instant, Scope } from '../shared/types.js'
import type { Merchant } from './merchant.js'

export interface ApiKey extends Scope {
  readonly keyId: string
  readonly name: string
  /** In the order of {@link KEY_SCOPES}. They never change. */
  readonly scopes: readonly KeyScope[]
  /** Encrypted with {@link keyContext}. */
  readonly sealedSecret: string
  /** The operator who issued the key, or the one that it was made with; null where only the merchant had them. */
  readonly issuedBy: string | null
  readonly createdAt: Instant
  readonly revokedAt: Instant | null
  readonly lastUsedAt: Instant | null
}

export interface CreatedApiKey {
  readonly key: ApiKey
  /** Shown once; only the encrypted secret is stored. */
  readonly secret: string
}

/** The authenticated caller: the key that signed the request, and its merchant. */
export interface Caller extends Scope {
  readonly keyId: string
  readonly scopes: readonly KeyScope[]
  /** The operator who issued the key or the link to the dashboard; null where only the merchant had them. */
  readonly issuedBy: string | null
  readonly merchant: Merchant
  /** The most that the caller refunds in 24 hours, with fees, 1e-8 USDT; undefined without a limit. */
  readonly refundLimit?: Usdt | undefined
}
