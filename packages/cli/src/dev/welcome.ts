import { ENV_FILE } from '../account/account.js'
import type { Context } from '../context.js'
import { masked } from '../output.js'
import { programName } from '../spelling.js'
import { DEV_FOLDER, type DevMerchant } from './dev-state.js'
import type { SignInLinks } from './sign-in-links.js'
import { signedCurl } from './signed-curl.js'

/** The server that `dev` reports. */
interface Welcome {
  readonly merchant: DevMerchant
  readonly merchantId: string
  /** Where secrets are shown. */
  readonly links: SignInLinks | undefined
  readonly version: string
  /** Whether this process runs the server, and ends it. */
  readonly isOwn: boolean
}

/** Prints where the server listens, its merchant and what to do next. */
export function welcome({ env, input, output }: Context, told: Welcome): void {
  const { merchant, merchantId, links, version, isOwn } = told
  const { baseUrl, keyId, secret, webhookSecret } = merchant
  const self = programName(env)
  const hint = (command: string) => (links ? '' : `  (sign in: ${self} ${command})`)
  const show = input.flag('reveal') ? (text: string) => text : masked
  const document = {
    url: baseUrl,
    server_version: version,
    merchant_id: merchantId,
    key_id: keyId,
    secret: show(secret),
    webhook_secret: show(webhookSecret),
    env_file: ENV_FILE,
    docs_url: `${baseUrl}/docs`,
    console_url: links?.console ?? `${baseUrl}/console`,
    dashboard_url: links?.dashboard ?? `${baseUrl}/dashboard`,
    signed_curl: signedCurl(),
  }
  output.result(
    document,
    () => `${output.paint('bold', `MerchantPay ${version} listens on ${baseUrl}`)}

  key             ${keyId}
  secret          ${document.secret}  in ${ENV_FILE}
  webhook secret  ${document.webhook_secret}  in ${ENV_FILE}
  API reference   ${document.docs_url}
  console         ${document.console_url}${hint('dev --reveal')}
  dashboard       ${document.dashboard_url}${hint('dashboard')}
  data            ${DEV_FOLDER}/

A signed call:

${document.signed_curl}

In another terminal, in this folder:

  ${self} listen --forward-to http://localhost:3000/webhooks
  ${self} trigger payment.confirmed

${isOwn ? 'Ctrl-C stops the server.' : 'The server runs in another terminal, where Ctrl-C stops it.'}`,
  )
}
