/**
 * Runs the built server with the settings of the environment, and a sandbox merchant whose key is in `.env.merchantpay` of this
 * folder, as `merchantpay dev` does. Prints everything that a first call needs. This output shows the secrets on purpose; the
 * server's own log never does.
 */
import { ENV_FILE } from '../../packages/cli/src/account/account.js'
import { type DevMerchant, readMerchant, variablesOf } from '../../packages/cli/src/dev/dev-state.js'
import { signedCurl } from '../../packages/cli/src/dev/signed-curl.js'
import build from '../../test-support/processes/build-once.js'
import { launchServer } from '../../test-support/processes/sandbox-server.js'

/** One Ctrl-C can arrive several times, from the terminal, npm and tsx. The server takes a second signal as "stop at once". */
const ECHO_MS = 500

await build()
const { merchantOf } = await import('../../packages/cli/src/dev/dev-merchant.js') // after the build, which it imports
process.exit(await start())

async function start(): Promise<number> {
  const known = readMerchant(process.cwd())
  const log = holdLog()
  const server = launchServer(process.env, (line) => log.write(line))
  passSignalsOn((name) => server.signal(name))
  try {
    const url = await server.listening
    const registrationToken = process.env.MERCHANTPAY_REGISTRATION_TOKEN
    const { merchant } = await merchantOf(process.cwd(), { url, known, registrationToken })
    console.log(welcome(merchant))
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    await server.stop()
    return codeOf(await server.exited) || 1
  } finally {
    log.release()
  }
  return codeOf(await server.exited)
}

/** A server that was ended by a signal has failed. */
function codeOf(exited: number | NodeJS.Signals): number {
  return typeof exited === 'number' ? exited : 1
}

function welcome(merchant: DevMerchant): string {
  const exports = Object.entries(variablesOf(merchant)).map(([name, value]) => `export ${name}='${value}'`)
  return `MerchantPay listens on ${merchant.baseUrl} and has a sandbox merchant for you. Its key and secrets are in ${ENV_FILE},
which only you can read, and are the same at the next start:

${exports.join('\n')}

A signed call, ready to paste into a shell with openssl and curl, in this folder:

${signedCurl()}

Next, in another terminal in this folder:

  node --env-file=${ENV_FILE} pay.mjs    runs a program of yours, such as that of the README
  npx merchantpay trigger payment.confirmed    makes a payment; npx merchantpay --help lists all commands
  npm start -w @merchantpay/example-quickstart    with the four exports above: creates an order and follows it to PAID
  ${merchant.baseUrl}/docs    the API reference; ${merchant.baseUrl}/openapi.yaml is the contract

Ctrl-C stops the server. Its log:
`
}

function passSignalsOn(pass: (name: NodeJS.Signals) => void): void {
  let passedAt = Number.NEGATIVE_INFINITY
  const onSignal = (name: NodeJS.Signals) => {
    if (performance.now() - passedAt < ECHO_MS) return
    passedAt = performance.now()
    pass(name)
  }
  process.on('SIGINT', onSignal)
  process.on('SIGTERM', onSignal)
  process.on('SIGHUP', () => onSignal('SIGTERM')) // the terminal was closed
}

/** Holds log lines back until the welcome is printed, so that no line interrupts it. */
function holdLog(): { write(line: string): void; release(): void } {
  let held: string[] | undefined = []
  return {
    write(line) {
      if (held) held.push(line)
      else console.log(line)
    },
    release() {
      for (const line of held ?? []) console.log(line)
      held = undefined
    },
  }
}
