import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { MerchantPay } from '@merchantpay/sdk'
import type { Context } from '../context.js'
import type { DevMerchant } from './dev-state.js'
import type { ServerPackage } from './server-package.js'
import { type ServerSettings, serverEnv } from './server-process.js'

/** Links that sign the developer in once, within ten minutes. */
export interface SignInLinks {
  /** To the console of the operator. */
  readonly console: string
  /** To the dashboard of the merchant. */
  readonly dashboard: string
}

export async function signInLinks(
  { env }: Context,
  { program }: ServerPackage,
  settings: ServerSettings,
  merchant: DevMerchant,
): Promise<SignInLinks> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [program, 'console', '--as', 'dev', '--role', 'admin'],
    {
      cwd: settings.folder,
      env: serverEnv(env, settings),
    },
  )
  // With all scopes of the key, whose secret is shown beside the link.
  const { url } = await new MerchantPay(merchant).merchants.createDashboardLink()
  return { console: stdout.slice(0, stdout.indexOf('\n')), dashboard: url }
}
