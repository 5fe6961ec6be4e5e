import type { CreateApiKey } from '@merchantpay/sdk'
import { isLiveKey } from '../../account/account.js'
import { checkProfiles, profilesFile, storeProfile } from '../../account/profiles.js'
import { requireSpelling } from '../../account/spellings.js'
import type { Context } from '../../context.js'
import { usage } from '../../failure.js'
import { masked } from '../../output.js'
import { explainingRefusal, scopeNote, scopesOf } from '../scopes.js'

/** Creates a key, and stores or prints its secret. */
export async function run(context: Context): Promise<undefined> {
  const { env, input, output, signal } = context
  const store = input.text('store')
  const isRevealed = input.flag('reveal')
  if (store === undefined && !isRevealed)
    throw usage('the secret is shown only once: --store <profile> keeps it, --reveal prints it')
  const scopes = scopesOf(input)
  const name = input.text('name')
  const { baseUrl, keyId } = context.account()
  const own = isLiveKey(keyId) ? 'live' : 'test'
  const environment = (input.text('environment') ?? own) === 'live' ? 'live' : 'test'
  const mp = await context.client()
  const body: CreateApiKey = {
    environment,
    ...(name !== undefined && { name }),
    scopes: [...scopes],
  }
  if (store !== undefined) checkProfiles(env)
  const created = await explainingRefusal(context, mp.apiKeys.create(body, { signal }))
  if (store !== undefined) {
    const { key_id, secret } = created
    requireSpelling(baseUrl, { key_id, secret })
    storeProfile(env, store, { base_url: baseUrl, key_id, secret })
    output.note(`stored in profile ${store} of ${profilesFile(env)}, which only you can read`)
  }
  const note = scopeNote(input, scopes)
  if (note !== undefined) output.note(note)
  const shown = { ...created, secret: isRevealed ? created.secret : masked(created.secret) }
  output.card(shown)
  return undefined
}
