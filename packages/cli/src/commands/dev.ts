import { randomBytes } from 'node:crypto'
import { userInfo } from 'node:os'
import { basename } from 'node:path'
import { ApiError, MerchantPay } from '@merchantpay/sdk'
import { ENV_FILE } from '../account/account.js'
import type { Context } from '../context.js'
import {
  DEV_FOLDER,
  type DevMerchant,
  makeFolder,
  readMerchant,
  readState,
  writeMerchant,
  writeState,
} from '../dev/dev-state.js'
import { choosePort } from '../dev/port.js'
import { serverPackage } from '../dev/server-package.js'
import { startServer } from '../dev/server-process.js'
import { type SignInLinks, signInLinks } from '../dev/sign-in-links.js'
import { signedCurl } from '../dev/signed-curl.js'
import { masked } from '../output.js'

/** Runs a server with one merchant until it is interrupted. */
export async function run(context: Context): Promise<number> {
  const { cwd, input, signal, output } = context
  const known = readMerchant(cwd)
  const port = await choosePort(input.number('port', 1, 65_535), readState(cwd)?.url)
  const folder = makeFolder(cwd)
  const server = await serverPackage(context)
  const operatorToken = readState(cwd)?.operator_token ?? randomBytes(32).toString('base64url')
  const running = await startServer(context, server, { port, folder, operatorToken })
  try {
    const { merchant, merchantId } = await merchantOf(cwd, running.url, known)
    writeState(cwd, {
      url: running.url,
      pid: running.pid,
      server_version: server.version,
      merchant_id: merchantId,
      operator_token: operatorToken,
    })
    const isRevealed = input.flag('reveal')
    const settings = { port: Number(new URL(running.url).port), folder, operatorToken }
    const links = isRevealed ? await signInLinks(context, server, settings, merchant) : undefined
    welcome(context, { merchant, merchantId, links, version: server.version })
    const interrupted = new Promise<undefined>((resolve) => {
      if (signal.aborted) resolve(undefined)
      signal.addEventListener('abort', () => resolve(undefined))
    })
    const code = await Promise.race([running.exited, interrupted])
    if (code !== undefined)
      output.warn(`the server ended with code ${code}; its log is ${DEV_FOLDER}/server.log`)
    return code ?? 0
  } finally {
    await running.stop()
  }
}

/** The merchant of the last start while the server knows its key, else a new one. */
async function merchantOf(
  cwd: string,
  url: string,
  known: DevMerchant | undefined,
): Promise<{ readonly merchant: DevMerchant; readonly merchantId: string }> {
  if (known) {
    const me = await new MerchantPay({ ...known, baseUrl: url }).merchants.me().catch((error: unknown) => {
      if (error instanceof ApiError && error.status === 401) return undefined
      throw error
    })
    if (me) {
      const merchant = { ...known, baseUrl: url }
      if (known.baseUrl !== url) writeMerchant(cwd, merchant)
      return { merchant, merchantId: me.id }
    }
  }
  const { api_key, webhook_secret, id } = await new MerchantPay({ baseUrl: url }).merchants.register({
    name: basename(cwd) || 'shop',
    email: `${userInfo().username}@localhost.example`,
    platform_user_id: `dev-${randomBytes(8).toString('hex')}`,
  })
  const merchant = {
    baseUrl: url,
    keyId: api_key.key_id,
    secret: api_key.secret,
    webhookSecret: webhook_secret,
  }
  writeMerchant(cwd, merchant)
  return { merchant, merchantId: id }
}

interface Welcome {
  readonly merchant: DevMerchant
  readonly merchantId: string
  /** Where secrets are shown. */
  readonly links: SignInLinks | undefined
  readonly version: string
}

function welcome({ env, input, output }: Context, { merchant, merchantId, links, version }: Welcome): void {
  const { baseUrl, keyId, secret, webhookSecret } = merchant
  // npx leaves no command behind.
  const self = env.npm_command === 'exec' ? 'npx @merchantpay/cli' : 'merchantpay'
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

Ctrl-C stops the server.`,
  )
}
