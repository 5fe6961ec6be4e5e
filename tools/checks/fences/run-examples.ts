/**
 * Runs example modules one after the other, each with fixtures of its own; the arguments are their paths. Prints one line
 * per example. An order that an example waits for gets paid.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { type Fixtures, makeFixtures } from './fixtures.js'

const PATIENCE_MS = 1_000
const LONGEST_MS = 30_000
const say = console.log

// The output of examples is not shown.
for (const name of ['log', 'warn', 'error'] as const) console[name] = () => {}

for (const path of process.argv.slice(2)) {
  const fixtures = await makeFixtures()
  const done = new AbortController()
  try {
    const { default: example } = (await import(path)) as { default: (given: Fixtures) => Promise<void> }
    await Promise.race([example(fixtures), payLate(fixtures, done.signal)])
    say(`ran    ${path}`)
  } catch (error) {
    say(`FAILED ${path}\n${error instanceof Error ? error.stack : error}`)
    process.exitCode = 1
  } finally {
    done.abort()
  }
}

process.exit() // some examples leave servers open

/** Runs until it throws. */
async function payLate({ mp, order }: Fixtures, signal: AbortSignal): Promise<never> {
  const { status } = await sleep(PATIENCE_MS, undefined, { signal }).then(() => mp.orders.get(order.id))
  if (status === 'OPEN') await mp.testHelpers.simulateOrder(order.id, { action: 'pay' })
  await sleep(LONGEST_MS, undefined, { signal })
  throw new Error(`it takes longer than ${LONGEST_MS / 1_000} s`)
}
