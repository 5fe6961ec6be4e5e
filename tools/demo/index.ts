/**
 * Shows the whole service on this machine: a real server, the SDK, a payment, a verified webhook and a withdrawal. Runs on
 * the sandbox networks, or with `--network erc20` or `--network trc20` by signed transactions on a node that it starts.
 * Exits with 0 only when every step succeeded, and stops every process that it started.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import build from '../../test-support/processes/build-once.js'
import { type Sandbox, startSandbox } from '../../test-support/processes/sandbox-server.js'
import { type DemoNetwork, sandboxNetwork } from './network.js'
import { Progress } from './progress.js'

const DEADLINE_MS = 120_000
const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

const { values } = parseArgs({ options: { network: { type: 'string', default: 'sandbox' } } })
await build()
const { runSteps } = await import('./steps.js') // after the build, which it imports
const progress = new Progress()
process.exit(await demo())

async function demo(): Promise<number> {
  const sandboxes: Sandbox[] = []
  const networks: DemoNetwork[] = []
  const interrupted = interruption()
  const folder = await mkdtemp(join(tmpdir(), 'merchantpay-demo-'))
  try {
    progress.say('MerchantPay: from nothing to a paid order\n')
    const network = await progress.step(
      'the network to be there',
      () => Promise.race([startNetwork(folder), interrupted]),
      ({ title }) => `network: ${title}`,
    )
    networks.push(network)
    const sandbox = await progress.step(
      'the server to listen',
      () => startSandbox(network.settings),
      ({ url }) => `server listens on ${url}, empty database`,
    )
    sandboxes.push(sandbox)
    const lost = sandbox.exited.then((code) => {
      throw new Error(`the server ended with code ${code}`)
    })
    const summary = await Promise.race([runSteps(sandbox, network, progress), interrupted, lost])
    progress.say(`\n${summary}`)
    return 0
  } catch (error) {
    progress.fail(error instanceof Error ? error.message : String(error))
    return 1
  } finally {
    for (const sandbox of sandboxes) await sandbox.stop()
    for (const network of networks) await network.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Loads the libraries of a network only when it is used. */
async function startNetwork(folder: string): Promise<DemoNetwork> {
  switch (values.network) {
    case 'sandbox':
      return sandboxNetwork
    case 'erc20':
      return (await import('./erc20.js')).startErc20(folder)
    case 'trc20':
      return (await import('./trc20.js')).startTrc20(folder)
    default:
      throw new Error(`unknown network ${values.network}: erc20, trc20 or sandbox`)
  }
}

/** Rejects on a signal and at the overall deadline. */
function interruption(): Promise<never> {
  const interrupted = new Promise<never>((_, reject) => {
    for (const name of STOP_SIGNALS) process.on(name, () => reject(new Error(`stopped by ${name}`)))
    setTimeout(() => reject(new Error(`not seen within ${DEADLINE_MS / 1000} s`)), DEADLINE_MS).unref()
  })
  interrupted.catch(() => {}) // it may reject before it is awaited
  return interrupted
}
