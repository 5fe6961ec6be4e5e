import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { ENV_FILE, isLiveKey } from '../account/account.js'
import { withVariables } from '../account/env-file.js'
import { configuration } from '../failure.js'
import { writePrivate } from '../private-file.js'

/** The folder of the server's data, below the folder of the project. */
export const DEV_FOLDER = '.merchantpay'

/** npm replaces this folder, and links packages in it. */
const MODULES = 'node_modules'

/** The content of `.merchantpay/dev.json`. */
export interface DevState {
  readonly url: string
  /** The process of the server. */
  readonly pid: number
  readonly server_version: string
  readonly merchant_id: string
  /** Opens the operator API of this server. */
  readonly operator_token: string
}

/** The merchant of a folder, as `.env.merchantpay` has it. */
export interface DevMerchant {
  readonly baseUrl: string
  readonly keyId: string
  readonly secret: string
  readonly webhookSecret: string
}

const stateFile = (cwd: string) => join(cwd, DEV_FOLDER, 'dev.json')

/** The state of the last start, undefined where there was none. */
export function readState(cwd: string): Partial<DevState> | undefined {
  try {
    return JSON.parse(readFileSync(stateFile(cwd), 'utf8')) as Partial<DevState>
  } catch {
    return undefined
  }
}

export function writeState(cwd: string, state: DevState): void {
  writePrivate(stateFile(cwd), `${JSON.stringify(state, null, 2)}\n`)
}

/**
 * Makes the folder, which version control ignores.
 *
 * @throws Failure where it is a link, or has one beside the packages that npm installs: the server and this command would write to
 * its target, and a folder that was cloned may choose any
 */
export function makeFolder(cwd: string): string {
  const folder = join(cwd, DEV_FOLDER)
  refuseLink(folder)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  for (const name of readdirSync(folder)) if (name !== MODULES) refuseLink(join(folder, name))
  writeFileSync(join(folder, '.gitignore'), '*\n')
  return folder
}

function refuseLink(path: string): void {
  if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink())
    throw configuration('linked_file', `${path} is a link, and dev writes through none: remove it`)
}

/**
 * The merchant of a folder, undefined where a part is missing.
 *
 * @throws Failure for a live key, which is of another service and must not be replaced
 */
export function readMerchant(cwd: string): DevMerchant | undefined {
  const values = parseEnv(envText(cwd))
  const { MERCHANTPAY_BASE_URL: baseUrl, MERCHANTPAY_KEY_ID: keyId, MERCHANTPAY_SECRET: secret } = values
  const { WEBHOOK_SECRET: webhookSecret } = values
  if ((keyId && isLiveKey(keyId)) || secret?.startsWith('sk_live_'))
    throw configuration(
      'live_key',
      `${ENV_FILE} of this folder has a live key, which dev would replace: move it to a profile by merchantpay login, or run dev in another folder`,
    )
  if (!baseUrl || !keyId || !secret || !webhookSecret) return undefined
  return { baseUrl, keyId, secret, webhookSecret }
}

export function writeMerchant(cwd: string, merchant: DevMerchant): void {
  writePrivate(join(cwd, ENV_FILE), withVariables(envText(cwd), variablesOf(merchant)))
}

/** The variables of a merchant's program. */
export const variablesOf = ({ baseUrl, keyId, secret, webhookSecret }: DevMerchant) => ({
  MERCHANTPAY_BASE_URL: baseUrl,
  MERCHANTPAY_KEY_ID: keyId,
  MERCHANTPAY_SECRET: secret,
  WEBHOOK_SECRET: webhookSecret,
})

/** The text of `.env.merchantpay`, or that of a new one. */
function envText(cwd: string): string {
  const file = join(cwd, ENV_FILE)
  return existsSync(file)
    ? readFileSync(file, 'utf8')
    : '# written by merchantpay dev; keep it out of version control\n'
}
