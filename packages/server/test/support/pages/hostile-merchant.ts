import type { Harness, Registered } from '../server/harness.js'
import { HOSTILE } from './hostile-texts.js'

const MAX_NAME = 100

/** Registers a merchant whose texts are hostile. */
export async function registerHostile(harness: Harness): Promise<Registered> {
  const texts = {
    name: HOSTILE.slice(0, MAX_NAME),
    email: 'a&b@books.example',
    platform_user_id: '<img src=x>"',
  }
  const { json } = await harness.call('POST', '/v1/merchants', { body: texts, isSigned: false })
  const key = json.api_key as { key_id: string; secret: string }
  return {
    keyId: key.key_id,
    secret: key.secret,
    merchantId: json.id,
    webhookSecret: String(json.webhook_secret),
  }
}
