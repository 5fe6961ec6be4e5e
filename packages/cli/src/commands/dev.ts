import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { ENV_FILE } from '../account/account.js'
import type { Context } from '../context.js'
import { merchantOf } from '../dev/dev-merchant.js'
import { DEV_FOLDER, makeFolder, readMerchant, readState, writeState } from '../dev/dev-state.js'
import { isKeptOut } from '../dev/ignored-file.js'
import { choosePort } from '../dev/port.js'
import { findRunning, type RunningServer } from '../dev/running-server.js'
import { installedServer, serverPackage } from '../dev/server-package.js'
import { startServer } from '../dev/server-process.js'
import { signInLinks } from '../dev/sign-in-links.js'
import { welcome } from '../dev/welcome.js'
import { EXIT } from '../exit-codes.js'

/** Runs a server with one merchant until it is interrupted. */
export async function run(context: Context): Promise<number> {
  const { cwd, input, signal, output } = context
  const known = readMerchant(cwd)
  const asked = input.number('port', 1, 65_535)
  const present = await findRunning(cwd, known)
  if (present) return showRunning(context, present)
  const port = await choosePort(asked, readState(cwd)?.url, output)
  const folder = makeFolder(cwd)
  const server = await serverPackage(context)
  const operatorToken = readState(cwd)?.operator_token ?? randomBytes(32).toString('base64url')
  const running = await startServer(context, server, { port, folder, operatorToken })
  try {
    const { merchant, merchantId } = await merchantOf(cwd, { url: running.url, known })
    if (!(await isKeptOut(cwd)))
      output.note(`${ENV_FILE} has secrets and git does not ignore it here: add it to .gitignore`)
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
    welcome(context, { merchant, merchantId, links, version: server.version, isOwn: true })
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

/** Tells of a server that another process runs in this folder. */
async function showRunning(context: Context, { state, merchant }: RunningServer): Promise<number> {
  const { cwd, input, output } = context
  const server = installedServer(cwd)
  const settings = {
    port: Number(new URL(state.url).port),
    folder: join(cwd, DEV_FOLDER),
    operatorToken: state.operator_token,
  }
  const links =
    server && input.flag('reveal') ? await signInLinks(context, server, settings, merchant) : undefined
  output.note(`the server of this folder runs already, with process id ${state.pid}`)
  const { merchant_id: merchantId, server_version: version } = state
  welcome(context, { merchant, merchantId, links, version, isOwn: false })
  return EXIT.ok
}
