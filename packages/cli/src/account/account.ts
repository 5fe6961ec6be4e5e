import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { configuration } from '../failure.js'
import type { Process } from '../process.js'
import { type Profile, readProfiles } from './profiles.js'

/** The file of a folder that `merchantpay dev` writes. */
export const ENV_FILE = '.env.merchantpay'
export const DEFAULT_PROFILE = 'default'

/** Whether a key moves real money. */
export const isLiveKey = (keyId: string): boolean => keyId.startsWith('mk_live_')

/** A key, where it belongs and where it was found. */
export interface Account {
  readonly baseUrl: string
  readonly keyId: string
  readonly secret: string
  readonly webhookSecret: string | undefined
  /** Words for messages, such as `profile shop`. */
  readonly source: string
}

/** An account of which parts may be missing. */
export type PartialAccount = { readonly [Name in keyof Account]?: Account[Name] | undefined }

/**
 * Finds the account of a call. A profile that is named comes first, then the file of `merchantpay dev` in this folder, then the
 * profile `default`; the variables of the environment override all of them. A key from variables goes to no service that a folder
 * names, since the folder may come from another author.
 *
 * @throws Failure for a profile that does not exist, and for half a key
 */
export function findAccount({ env, cwd }: Pick<Process, 'env' | 'cwd'>, profile?: string): PartialAccount {
  const stored =
    profile === undefined ? (ofFolder(cwd) ?? ofProfile(env, DEFAULT_PROFILE)) : ofProfile(env, profile)
  if (profile !== undefined && !stored)
    throw configuration(
      'unknown_profile',
      `there is no profile ${profile}: merchantpay login --profile ${profile}`,
    )
  const given = ofVariables(env)
  const hasKey = given.keyId !== undefined || given.secret !== undefined
  if (hasKey && (given.keyId === undefined || given.secret === undefined))
    throw configuration('incomplete_key', 'set both MERCHANTPAY_KEY_ID and MERCHANTPAY_SECRET, or neither')
  // A key and its secrets stay together: those of two places never match.
  const { keyId, secret, webhookSecret } = hasKey ? given : { ...stored, webhookSecret: undefined }
  return {
    baseUrl: given.baseUrl ?? (hasKey && profile === undefined ? undefined : stored?.baseUrl),
    keyId,
    secret,
    webhookSecret: given.webhookSecret ?? (hasKey ? webhookSecret : stored?.webhookSecret),
    source: hasKey ? 'the environment' : stored?.source,
  }
}

/** @throws Failure when a part is missing */
export function requireAccount(account: PartialAccount): Account {
  const { baseUrl, keyId, secret, webhookSecret, source = 'the environment' } = account
  if (keyId === undefined || secret === undefined)
    throw configuration(
      'missing_key',
      'no key is known: run merchantpay dev in this folder, or merchantpay login, or set MERCHANTPAY_KEY_ID and MERCHANTPAY_SECRET',
    )
  if (baseUrl === undefined)
    throw configuration(
      'missing_base_url',
      'set MERCHANTPAY_BASE_URL, or give --profile: a key from variables takes the base URL from nowhere else',
    )
  return { baseUrl, keyId, secret, webhookSecret, source }
}

function ofVariables(env: Readonly<Record<string, string | undefined>>): PartialAccount {
  const read = (name: string) => env[name]?.trim() || undefined
  return {
    baseUrl: read('MERCHANTPAY_BASE_URL'),
    keyId: read('MERCHANTPAY_KEY_ID'),
    secret: read('MERCHANTPAY_SECRET'),
    webhookSecret: read('WEBHOOK_SECRET'),
  }
}

function ofFolder(cwd: string): PartialAccount | undefined {
  const file = join(cwd, ENV_FILE)
  if (!existsSync(file)) return undefined
  return { ...ofVariables(parseEnv(readFileSync(file, 'utf8')) as Record<string, string>), source: ENV_FILE }
}

function ofProfile(env: Process['env'], name: string): PartialAccount | undefined {
  const found: Profile | undefined = readProfiles(env)[name]
  if (!found) return undefined
  return {
    baseUrl: found.base_url,
    keyId: found.key_id,
    secret: found.secret,
    webhookSecret: found.webhook_secret,
    source: `profile ${name}`,
  }
}
