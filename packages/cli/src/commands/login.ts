import { randomBytes } from 'node:crypto'
import { userInfo } from 'node:os'
import { MerchantPay } from '@merchantpay/sdk'
import { DEFAULT_PROFILE } from '../account/account.js'
import { newClient } from '../account/client.js'
import { checkProfiles, type Profile, profilesFile, storeProfile } from '../account/profiles.js'
import { requireSpelling } from '../account/spellings.js'
import type { Context } from '../context.js'
import { usage } from '../failure.js'
import { escaped } from '../output.js'
import { askSecret } from './ask-secret.js'

/** Stores a key in a profile: a given one, once the service accepted it, or that of a new test merchant. */
export async function run(context: Context): Promise<undefined> {
  const { env, input, output } = context
  const baseUrl = input.text('base-url') ?? env.MERCHANTPAY_BASE_URL
  if (baseUrl === undefined) throw usage('--base-url is missing')
  checkProfiles(env)
  const { profile, merchantId } = input.flag('register')
    ? await register(context, baseUrl)
    : await check(context, baseUrl)
  const name = input.text('profile') ?? DEFAULT_PROFILE
  storeProfile(env, name, profile)
  const document = { profile: name, base_url: baseUrl, key_id: profile.key_id, merchant_id: merchantId }
  output.result(document, () => escaped(`stored ${profile.key_id} in profile ${name}`))
  output.note(`the secret is in ${profilesFile(env)}, which only you can read`)
  return undefined
}

interface Login {
  readonly profile: Profile
  readonly merchantId: string
}

async function register({ env, input, signal }: Context, baseUrl: string): Promise<Login> {
  if (input.text('key-id') !== undefined) throw usage('--register makes a new key: leave --key-id out')
  const registrationToken = env.MERCHANTPAY_REGISTRATION_TOKEN
  const user = userInfo().username
  const body = {
    name: input.text('name') ?? `Shop of ${user}`,
    email: input.text('email') ?? `${user}@localhost.example`,
    platform_user_id: `cli-${randomBytes(8).toString('hex')}`,
  }
  const options = { signal, ...(registrationToken !== undefined && { registrationToken }) }
  const { id, api_key, webhook_secret } = await new MerchantPay({ baseUrl }).merchants.register(body, options)
  const { key_id, secret } = api_key
  requireSpelling(baseUrl, { key_id, secret, webhook_secret })
  return { profile: { base_url: baseUrl, key_id, secret, webhook_secret }, merchantId: id }
}

async function check(context: Context, baseUrl: string): Promise<Login> {
  const { env, input, output, signal } = context
  const keyId = input.text('key-id') ?? env.MERCHANTPAY_KEY_ID
  if (keyId === undefined) throw usage('--key-id is missing; --register makes a new test merchant')
  const isFromVariables = input.text('key-id') === undefined
  const secret =
    (isFromVariables && env.MERCHANTPAY_SECRET) || (await askSecret(context, `secret of ${keyId}: `))
  const mp = await newClient({ baseUrl, keyId, secret }, output)
  const { id } = await mp.merchants.me({ signal })
  const webhook_secret = env.WEBHOOK_SECRET
  const stored = { base_url: baseUrl, key_id: keyId, secret, ...(webhook_secret && { webhook_secret }) }
  return { profile: stored, merchantId: id }
}
