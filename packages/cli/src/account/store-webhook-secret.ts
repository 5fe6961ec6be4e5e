import { readMerchant, writeMerchant } from '../dev/dev-state.js'
import type { Process } from '../process.js'
import { type Account, ENV_FILE } from './account.js'
import { readProfiles, storeProfile } from './profiles.js'

/** Replaces the webhook secret of an account where its key is stored. */
export function storeWebhookSecret(
  { env, cwd }: Pick<Process, 'env' | 'cwd'>,
  { source }: Account,
  webhookSecret: string,
): void {
  if (source === ENV_FILE) {
    const merchant = readMerchant(cwd)
    if (merchant) writeMerchant(cwd, { ...merchant, webhookSecret })
    return
  }
  const name = source.replace(/^profile /, '')
  const profile = readProfiles(env)[name]
  if (profile) storeProfile(env, name, { ...profile, webhook_secret: webhookSecret })
}
