import type { EventType } from '@merchantpay/sdk'
import type { Scope } from '../scope.js'

/** A webhook endpoint of a merchant. */
export interface WebhookEndpoint extends Scope {
  readonly id: string
  url: string
  events: readonly EventType[]
  isActive: boolean
  readonly createdAt: number
  updatedAt: number
}
