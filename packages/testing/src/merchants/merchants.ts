import type { Merchant as MerchantBody } from '@merchantpay/sdk'
import type { Handlers } from '../http/handler.js'
import { Refusal } from '../http/refusal.js'
import { BASE64 } from '../ids.js'
import { isOf, type Scope } from '../scope.js'
import { isoTime, type World } from '../world.js'
import { addApiKey, presentCreatedApiKey } from './api-keys.js'
import type { Merchant } from './merchant.js'

/** The rate of a new merchant's tier. */
export const FEE_RATE = '0.01'
const OVERLAP_MS = 86_400_000

/** Adds a merchant with status `PENDING_KYB`. */
export function addMerchant(
  world: World,
  fields: Pick<Merchant, 'name' | 'email' | 'platformUserId'>,
): Merchant {
  const now = world.clock.now()
  const times = { createdAt: now, updatedAt: now, activatedAt: null }
  const merchant: Merchant = { ...fields, ...times, id: world.ids.uuid(), status: 'PENDING_KYB' }
  world.merchants.push(merchant)
  return merchant
}

/** Changes a status as an operator does; activation makes the live webhook secret. @throws RangeError for an unknown merchant */
export function setMerchantStatus(world: World, id: string, status: 'ACTIVE' | 'SUSPENDED'): void {
  const merchant = world.merchants.find((candidate) => candidate.id === id)
  if (!merchant) throw new RangeError(`there is no merchant ${id}`)
  merchant.status = status
  merchant.updatedAt = world.clock.now()
  if (status !== 'ACTIVE') return
  merchant.activatedAt ??= merchant.updatedAt
  const live = { merchantId: id, environment: 'live' } as const
  if (validSecrets(world, live).length === 0) addWebhookSecret(world, live)
}

/** Adds a webhook secret. The previous one signs for another 24 h; the one before that ends. */
export function addWebhookSecret(world: World, { merchantId, environment }: Scope): string {
  const now = world.clock.now()
  const text = `whsec_${world.ids.text(BASE64, 44)}`
  const secret = { merchantId, environment, text, retiresAt: null }
  for (const earlier of world.webhookSecrets.filter((other) => isOf(other, secret))) {
    earlier.retiresAt = earlier.retiresAt === null ? now + OVERLAP_MS : Math.min(earlier.retiresAt, now)
  }
  world.webhookSecrets.push(secret)
  return text
}

/** The secrets that sign now, newest first. */
export function validSecrets(world: World, scope: Scope): string[] {
  const now = world.clock.now()
  const own = world.webhookSecrets.filter((secret) => isOf(secret, scope))
  const valid = own.filter(({ retiresAt }) => retiresAt === null || retiresAt > now)
  return valid.map(({ text }) => text).reverse()
}

/** Makes the handlers of the operations on merchants. */
export function merchantHandlers(
  world: World,
): Pick<Handlers, 'registerMerchant' | 'getCurrentMerchant' | 'rotateWebhookSecret'> {
  return {
    registerMerchant({ body: { name, email, platform_user_id: platformUserId } }) {
      const isTaken = world.merchants.some((merchant) => merchant.platformUserId === platformUserId)
      if (isTaken) throw new Refusal('merchant_already_exists')
      const merchant = addMerchant(world, { name, email, platformUserId })
      const scope = { merchantId: merchant.id, environment: 'test' } as const
      const key = addApiKey(world, scope, { name: 'first key' })
      const secrets = { api_key: presentCreatedApiKey(key), webhook_secret: addWebhookSecret(world, scope) }
      return { status: 201, body: { ...present(merchant), ...secrets } }
    },
    getCurrentMerchant: ({ caller }) => ({ status: 200, body: present(caller.merchant) }),
    rotateWebhookSecret({ caller: { key } }) {
      const { environment } = key
      const created = { environment, created_at: isoTime(world.clock.now()) }
      return { status: 201, body: { webhook_secret: addWebhookSecret(world, key), ...created } }
    },
  }
}

function present(merchant: Merchant): MerchantBody {
  return {
    id: merchant.id,
    platform_user_id: merchant.platformUserId,
    name: merchant.name,
    email: merchant.email,
    status: merchant.status,
    tier: 'BASIC',
    fee_rate: FEE_RATE,
    environment: merchant.activatedAt === null ? 'test' : 'live',
    created_at: isoTime(merchant.createdAt),
    updated_at: isoTime(merchant.updatedAt),
  }
}
