import { existsSync, readFileSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { configuration } from '../failure.js'
import { requireWritable, writePrivate } from '../private-file.js'

/** A stored account. */
export interface Profile {
  readonly base_url: string
  readonly key_id: string
  readonly secret: string
  readonly webhook_secret?: string | undefined
}

export type Profiles = Readonly<Record<string, Profile>>
type Env = Readonly<Record<string, string | undefined>>

/** Rights of other users of the machine. */
const OTHERS = 0o077

/** The file of the profiles, in the configuration folder of the user. */
export function profilesFile(env: Env): string {
  return join(env.XDG_CONFIG_HOME || join(env.HOME || homedir(), '.config'), 'merchantpay', 'profiles.json')
}

/** @throws Failure for a file that other users can read, or that is damaged */
export function readProfiles(env: Env): Profiles {
  const file = profilesFile(env)
  if (!existsSync(file)) return {}
  if (process.platform !== 'win32' && (statSync(file).mode & OTHERS) !== 0)
    throw configuration('exposed_profiles', `other users can read ${file}: run chmod 600 on it`)
  try {
    const profiles: unknown = JSON.parse(readFileSync(file, 'utf8'))
    if (typeof profiles === 'object' && profiles !== null) return profiles as Profiles // written below
  } catch {
    // told below
  }
  throw configuration('damaged_profiles', `${file} is not JSON: correct or remove it`)
}

/** Finds out whether a profile can be stored, before a call whose answer is shown once. @throws Failure */
export function checkProfiles(env: Env): void {
  requireWritable(profilesFile(env), textOf(readProfiles(env)))
}

/** Stores a profile, and replaces one of the same name. */
export function storeProfile(env: Env, name: string, profile: Profile): void {
  writePrivate(profilesFile(env), textOf({ ...readProfiles(env), [name]: profile }))
}

const textOf = (profiles: Profiles): string => `${JSON.stringify(profiles, null, 2)}\n`
