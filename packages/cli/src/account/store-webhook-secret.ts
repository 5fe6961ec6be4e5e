import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { configuration } from '../failure.js'
import { requireWritable, writePrivate } from '../private-file.js'
import type { Process } from '../process.js'
import { type Account, ENV_FILE } from './account.js'
import { withVariables } from './env-file.js'
import { checkProfiles, readProfiles, storeProfile } from './profiles.js'

/**
 * Prepares to replace the webhook secret of an account where its key is stored. The service shows the new one once, so
 * everything that can fail on this machine fails here.
 *
 * @returns stores the new secret
 * @throws Failure
 */
export function webhookSecretStore(
  { env, cwd }: Pick<Process, 'env' | 'cwd'>,
  { source }: Account,
): (webhookSecret: string) => void {
  if (source === ENV_FILE) {
    const file = join(cwd, ENV_FILE)
    const text = readFileSync(file, 'utf8')
    requireWritable(file, text)
    return (webhookSecret) => writePrivate(file, withVariables(text, { WEBHOOK_SECRET: webhookSecret }))
  }
  const name = source.replace(/^profile /, '')
  checkProfiles(env)
  const profile = readProfiles(env)[name]
  if (!profile) throw configuration('unknown_profile', `there is no profile ${name}`)
  return (webhook_secret) => storeProfile(env, name, { ...profile, webhook_secret })
}
