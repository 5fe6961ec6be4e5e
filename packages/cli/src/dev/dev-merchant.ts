import { randomBytes } from 'node:crypto'
import { userInfo } from 'node:os'
import { basename } from 'node:path'
import { ApiError, MerchantPay } from '@merchantpay/sdk'
import { requireSpelling } from '../account/spellings.js'
import { type DevMerchant, writeMerchant } from './dev-state.js'

/** A server that listens, and the merchant that `.env.merchantpay` had before it. */
export interface DevServer {
  readonly url: string
  readonly known: DevMerchant | undefined
  /** For a server whose registration needs a token. */
  readonly registrationToken?: string | undefined
}

/**
 * The merchant of the last start while the server knows its key, else a new one. `.env.merchantpay` of the folder has it
 * afterwards.
 */
export async function merchantOf(
  cwd: string,
  { url, known, registrationToken }: DevServer,
): Promise<{ readonly merchant: DevMerchant; readonly merchantId: string }> {
  if (known) {
    const me = await new MerchantPay({ ...known, baseUrl: url }).merchants.me().catch((error: unknown) => {
      if (error instanceof ApiError && error.status === 401) return undefined
      throw error
    })
    if (me) {
      const merchant = { ...known, baseUrl: url }
      if (known.baseUrl !== url) writeMerchant(cwd, merchant)
      return { merchant, merchantId: me.id }
    }
  }
  const body = {
    name: basename(cwd) || 'shop',
    email: `${userInfo().username}@localhost.example`,
    platform_user_id: `dev-${randomBytes(8).toString('hex')}`,
  }
  const options = registrationToken === undefined ? {} : { registrationToken }
  const { api_key, webhook_secret, id } = await new MerchantPay({ baseUrl: url }).merchants.register(
    body,
    options,
  )
  const { key_id: keyId, secret } = api_key
  requireSpelling(url, { key_id: keyId, secret, webhook_secret })
  const merchant = { baseUrl: url, keyId, secret, webhookSecret: webhook_secret }
  writeMerchant(cwd, merchant)
  return { merchant, merchantId: id }
}
