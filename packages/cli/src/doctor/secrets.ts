/** Checks of keys and secrets, without a call. */
import type { PartialAccount } from '../account/account.js'
import { SPELLINGS } from '../account/spellings.js'
import { type Finding, fault, good } from './finding.js'

/** The key: its two parts, and whether they belong to one environment. */
export function checkKey({ keyId, secret, source }: PartialAccount): Finding {
  if (keyId === undefined || secret === undefined)
    return fault(
      'key',
      'key_missing',
      'no key is known',
      'Run merchantpay dev in this folder, or merchantpay login.',
    )
  const [, environment] = SPELLINGS.key_id.exec(keyId) ?? []
  if (environment === undefined)
    return fault(
      'key',
      'key_spelling',
      `${keyId} is no key id`,
      'A key id is mk_test_ or mk_live_ and 24 letters or digits.',
    )
  const [, other = environment] = /^sk_(live|test)_/.exec(secret) ?? []
  return other === environment
    ? good('key', `${keyId} of ${source}`)
    : fault(
        'key',
        'environment_mismatch',
        `the key id is for ${environment}, the secret for ${other}`,
        'Take both from the same key: a key works in its own environment only.',
      )
}

/** The spelling of the secrets that are known, undefined where none is. */
export function checkSecrets({ secret, webhookSecret }: PartialAccount): Finding | undefined {
  const cure = (name: string) =>
    `Copy ${name} again as the service showed it, its prefix included, without quotation marks and line ends.`
  const wrong = (name: string, message: string) => fault('secrets', 'secret_spelling', message, cure(name))
  if (secret !== undefined && !SPELLINGS.secret.test(secret))
    return wrong(
      'MERCHANTPAY_SECRET',
      'MERCHANTPAY_SECRET is not spelled like sk_test_ or sk_live_ and 43 characters',
    )
  if (webhookSecret !== undefined && !SPELLINGS.webhook_secret.test(webhookSecret))
    return wrong('WEBHOOK_SECRET', webhookProblem(webhookSecret))
  if (secret !== undefined && webhookSecret !== undefined)
    return good('secrets', 'both secrets are spelled as the service shows them')
  if (secret !== undefined)
    return good(
      'secrets',
      'the secret of the key is spelled as the service shows it; no webhook secret is known',
    )
  if (webhookSecret === undefined) return undefined
  return good('secrets', 'the webhook secret is spelled as the service shows it; no secret of a key is known')
}

function webhookProblem(webhookSecret: string): string {
  if (/^["'\s]|["'\s]$/.test(webhookSecret) || /^[sm]k_/.test(webhookSecret))
    return 'WEBHOOK_SECRET has quotation marks, or is the secret of a key'
  return webhookSecret.startsWith('whsec_')
    ? 'WEBHOOK_SECRET is not spelled like whsec_ and 44 characters, or 43 in a secret from before'
    : 'WEBHOOK_SECRET does not begin with whsec_: the prefix belongs to it'
}
