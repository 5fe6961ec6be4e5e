import type { Tier } from '../shared/policy.js'
import type { Environment, Instant } from '../shared/types.js'

export type MerchantStatus = 'PENDING_KYB' | 'ACTIVE' | 'SUSPENDED'

export interface Merchant {
  readonly id: string
  readonly platformUserId: string
  readonly name: string
  readonly email: string
  readonly status: MerchantStatus
  readonly tier: Tier
  /** A part of each price in another currency, 1e-6; below zero a discount. */
  readonly surcharge: bigint
  /** When the operator first activated the merchant; null before. */
  readonly activatedAt: Instant | null
  readonly createdAt: Instant
  readonly updatedAt: Instant
}

/** Returns `test` until the operator has activated the merchant, then `live`, also during a suspension. */
export const merchantEnvironment = (merchant: Merchant): Environment =>
  merchant.activatedAt === null ? 'test' : 'live'
