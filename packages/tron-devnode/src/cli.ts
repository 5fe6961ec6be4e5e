/** `tron-devnode`: runs a development node until SIGINT or SIGTERM. */
import { parseArgs } from 'node:util'
import { startTronDevnode } from './index.js'

const usage = `tron-devnode [--port 9090] [--chain-id 3448148188] [--block-ms 3000] [--solid-lag 18] [--state file]
             [--solidity-port 9091] [--lite] [--no-constant-calls]

Serves /wallet, /walletsolidity, /jsonrpc, /v1 and /control on one port of 127.0.0.1. --solidity-port serves
/walletsolidity there alone, as java-tron does. --lite refuses calls for history, --no-constant-calls constant calls.
--block-ms 0 mines on command only (POST /control/mine). --state keeps the chain between runs.`

function numberOf(value: string | undefined, name: string): number | undefined {
  if (value === undefined) return undefined
  if (/^\d{1,15}$/.test(value)) return Number(value)
  throw new Error(`--${name} must be a whole number`)
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      port: { type: 'string', default: '9090' },
      'chain-id': { type: 'string' },
      'block-ms': { type: 'string', default: '3000' },
      'solid-lag': { type: 'string' },
      state: { type: 'string' },
      'solidity-port': { type: 'string' },
      lite: { type: 'boolean', default: false },
      'no-constant-calls': { type: 'boolean', default: false },
      help: { type: 'boolean' },
    },
  })
  if (values.help === true) {
    console.log(usage)
    return
  }
  const chainId = numberOf(values['chain-id'], 'chain-id')
  const solidLag = numberOf(values['solid-lag'], 'solid-lag')
  const solidityPort = numberOf(values['solidity-port'], 'solidity-port')
  const node = await startTronDevnode({
    port: numberOf(values.port, 'port') ?? 0,
    blockMs: numberOf(values['block-ms'], 'block-ms') ?? 0,
    ...(chainId === undefined ? {} : { chainId }),
    ...(solidLag === undefined ? {} : { solidLag }),
    ...(solidityPort === undefined ? {} : { solidityPort }),
    lite: values.lite,
    constantCalls: !values['no-constant-calls'],
    ...(values.state === undefined ? {} : { stateFile: values.state }),
  })
  const pair = node.solidityUrl === node.url ? node.url : `${node.url}|${node.solidityUrl}`
  console.log(`tron-devnode listens on ${pair}`)
  console.log(`bank ${node.bank.address}, private key ${node.bank.privateKey} (public: for tests only)`)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      void node.close().then(() => process.exit(0))
    })
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 78
})
