import type { KeyObject } from 'node:crypto'
import { toBytes } from '../body/bytes.js'
import { nodeHmac } from '../signature/hmac.node.js'
import { isObject } from '../util/is-object.js'
import type { DiagnosisCause } from './causes.js'

/** A key that may have signed, with the faults of the given secret in that case. */
export interface SuspectKey {
  /** The name of the given secret. */
  secretId: string
  key: KeyObject
  causes: readonly DiagnosisCause[]
}

const PREFIX = 'whsec_'

/**
 * The keys that may have signed. The first secret is the one in use; later secrets, and secrets that have expired at `now`
 * (epoch milliseconds), count as `other_secret`.
 */
export function suspectKeys(secrets: unknown, now: number): SuspectKey[] {
  const list: unknown[] = Array.isArray(secrets) ? [...secrets] : [secrets]
  return list.flatMap((secret, index) => {
    const isNamed = isObject(secret) && 'secret' in secret
    const value = isNamed ? secret.secret : secret
    const isOther = index > 0 || (isNamed && typeof secret.expiresAt === 'number' && secret.expiresAt <= now)
    const secretId = isNamed && typeof secret.id === 'string' ? secret.id : `secret-${index + 1}`
    return formsOf(value).flatMap(([form, ...causes]): SuspectKey[] => {
      const key = tryImport(form)
      return key ? [{ secretId, key, causes: isOther ? ['other_secret', ...causes] : causes }] : []
    })
  })
}

/** Whether the secret in use is text without the prefix of the webhook secrets of the service. */
export function lacksPrefix(secrets: unknown): boolean {
  const [first]: unknown[] = Array.isArray(secrets) ? secrets : [secrets]
  const secret = isObject(first) && 'secret' in first ? first.secret : first
  return typeof secret === 'string' && !secret.startsWith(PREFIX)
}

function formsOf(secret: unknown): [unknown, ...DiagnosisCause[]][] {
  const bare = textOf(secret)
    ?.trim()
    .replace(/^(["'])(.*)\1$/s, '$2')
  const cut = bare?.replace(PREFIX, '')
  if (!bare || !cut) return [[secret]]
  return [
    [secret],
    [bare, 'secret_space'],
    [bare.replace(/\s/g, ''), 'secret_space'],
    [`${bare}\n`, 'secret_space'],
    [`${bare}\r\n`, 'secret_space'],
    [PREFIX + cut, 'secret_encoding'],
    [cut, 'secret_encoding'],
    [Buffer.from(cut, 'base64'), 'secret_encoding'],
    ...encodingsOf(secret).map((form): [string, DiagnosisCause] => [form, 'secret_encoding']),
  ]
}

function textOf(secret: unknown): string | undefined {
  if (typeof secret === 'string') return secret
  try {
    return Buffer.from(toBytes(secret)).toString('latin1')
  } catch {
    return undefined
  }
}

/** The secrets, as shown, that decode to these bytes. */
function encodingsOf(secret: unknown): string[] {
  if (typeof secret === 'string') return []
  const bytes = Buffer.from(toBytes(secret))
  return [PREFIX + bytes.toString('base64'), PREFIX + bytes.toString('base64url')]
}

function tryImport(form: unknown): KeyObject | undefined {
  try {
    return nodeHmac.importKey(form, 'verify')
  } catch {
    return undefined
  }
}
