import type { Scope } from '../scope.js'

export interface Merchant {
  readonly id: string
  readonly platformUserId: string
  readonly name: string
  readonly email: string
  readonly createdAt: number
  status: 'PENDING_KYB' | 'ACTIVE' | 'SUSPENDED'
  /** Null until the operator activates it for the first time. */
  activatedAt: number | null
  updatedAt: number
}

/** A secret that signs webhooks. */
export interface WebhookSecret extends Scope {
  readonly text: string
  /** End of its validity; null for the current secret. */
  retiresAt: number | null
}
