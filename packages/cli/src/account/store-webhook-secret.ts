import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { configuration } from '../failure.js'
import { requireWritable, writePrivate } from '../private-file.js'
import type { Process } from '../process.js'
import { type Account, ENV_FILE } from './account.js'
import { withVariables } from './env-file.js'
import { checkProfiles, readProfiles, storeProfile } from './profiles.js'
import { requireSpelling } from './spellings.js'

/**
 * Prepares to replace the webhook secret of an account where its key is stored. The service shows the new one once, so
 * everything that can fail on this machine fails here.
 *
 * @returns stores the new secret, and throws where the contract does not allow it
 * @throws Failure
 */
export function webhookSecretStore(
  { env, cwd }: Pick<Process, 'env' | 'cwd'>,
  { baseUrl, source }: Account,
): (webhookSecret: string) => void {
  const checked = (webhook_secret: string) => {
    requireSpelling(baseUrl, { webhook_secret })
    return webhook_secret
  }
  if (source === ENV_FILE) {
    const file = join(cwd, ENV_FILE)
    const text = readFileSync(file, 'utf8')
    requireWritable(file, text)
    return (secret) => writePrivate(file, withVariables(text, { WEBHOOK_SECRET: checked(secret) }))
  }
  const name = source.replace(/^profile /, '')
  checkProfiles(env)
  const profile = readProfiles(env)[name]
  if (!profile) throw configuration('unknown_profile', `there is no profile ${name}`)
  return (secret) => storeProfile(env, name, { ...profile, webhook_secret: checked(secret) })
}
