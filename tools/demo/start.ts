/**
 * Runs the built server with the settings of the environment, registers a sandbox merchant and prints everything that a
 * first call needs. This output shows the secrets on purpose; the server's own log never does.
 */
import build from '../../test-support/processes/build-once.js'
import {
  launchServer,
  type MerchantEnvironment,
  merchantEnvironment,
} from '../../test-support/processes/sandbox-server.js'

/** One Ctrl-C can arrive several times, from the terminal, npm and tsx. The server takes a second signal as "stop at once". */
const ECHO_MS = 500

await build()
process.exit(await start())

async function start(): Promise<number> {
  const log = holdLog()
  const server = launchServer(process.env, (line) => log.write(line))
  passSignalsOn((name) => server.signal(name))
  try {
    const url = await server.listening
    const name = `sandbox-${Date.now()}`
    console.log(welcome(await merchantEnvironment(url, name, process.env.MERCHANTPAY_REGISTRATION_TOKEN)))
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

function welcome(merchant: MerchantEnvironment): string {
  const { MERCHANTPAY_BASE_URL: url } = merchant
  const exports = Object.entries(merchant).map(([name, value]) => `export ${name}='${value}'`)
  return `MerchantPay listens on ${url} and has a sandbox merchant for you. Its secrets are shown this once:

${exports.join('\n')}

A signed call, ready to paste into any shell with openssl and curl:

${signedCurl(merchant)}

Next, in another terminal with the four exports above:

  npm start -w @merchantpay/example-quickstart    creates an order, pays it and follows it to PAID
  ${url}/docs    the API reference; ${url}/openapi.yaml is the contract

Ctrl-C stops the server. Its log:
`
}

/** The line computes its signature when it runs, because a signature is accepted for 300 s. */
function signedCurl(merchant: MerchantEnvironment): string {
  const { MERCHANTPAY_BASE_URL: url, MERCHANTPAY_KEY_ID: key, MERCHANTPAY_SECRET: secret } = merchant
  const target = '/v1/merchants/me'
  const steps = [
    't=$(date +%s)',
    `body=$(printf '' | openssl dgst -sha256 -hex | sed 's/.* //')`,
    `sig=$(printf 'v1\\n%s\\nGET\\n${target}\\n%s' "$t" "$body" | openssl dgst -sha256 -hmac '${secret}' -hex | sed 's/.* //')`,
    `curl -sS -H "Authorization: Bearer ${key}:$t:$sig" '${url}${target}'; echo`,
  ]
  return steps.join('; ')
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
