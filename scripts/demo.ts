/**
 * Shows the whole service at work on this machine: a real server, the SDK, a payment on the sandbox network and a
 * verified webhook. Exits 0 only when every step was seen; whatever it started is gone afterwards.
 */
import build from '../test-support/build-once.js'
import { type Sandbox, startSandbox } from '../test-support/sandbox-server.js'
import { Teller } from './demo/teller.js'

const DEADLINE_MS = 60_000
const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

await build()
const { tellStory } = await import('./demo/story.js') // not before: it imports what was just built
const teller = new Teller()
process.exit(await demo())

async function demo(): Promise<number> {
  const sandboxes: Sandbox[] = []
  const interrupted = interruption()
  try {
    teller.say('MerchantPay: from nothing to a paid order\n')
    const sandbox = await teller.step(
      'the server to listen',
      () => startSandbox(),
      ({ url }) => `server listens on ${url}, sandbox networks, empty database`,
    )
    sandboxes.push(sandbox)
    const lost = sandbox.exited.then((code) => {
      throw new Error(`the server ended with code ${code}`)
    })
    const summary = await Promise.race([tellStory(sandbox, teller), interrupted, lost])
    teller.say(`\n${summary}`)
    return 0
  } catch (error) {
    teller.fail(error instanceof Error ? error.message : String(error))
    return 1
  } finally {
    for (const sandbox of sandboxes) await sandbox.stop()
  }
}

/** Rejects on a signal and at the overall deadline. */
function interruption(): Promise<never> {
  const interrupted = new Promise<never>((_, reject) => {
    for (const name of STOP_SIGNALS) process.on(name, () => reject(new Error(`stopped by ${name}`)))
    setTimeout(() => reject(new Error(`not seen within ${DEADLINE_MS / 1000} s`)), DEADLINE_MS).unref()
  })
  interrupted.catch(() => {}) // it may come before anybody waits for it
  return interrupted
}
