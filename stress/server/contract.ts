/**
 * `npm run stress -- contract [--seed n] [--cases n]`: the built server gets requests that are made from the contract. Half of
 * them are valid, the others have one fault or a wrong signature. No answer is a 5xx, each has a documented status and a valid
 * body, each fault gets the message that the contract gives it, and nothing of another merchant is reached.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { ContractWorld } from '../../test-support/contract/contract-world.js'
import { startSandbox } from '../../test-support/processes/sandbox-server.js'
import { Options } from '../lib/options.js'

const CASES = 20_000
const CASES_PER_ROUND = 500
const STEP_MS = 100

export async function contract(args: readonly string[]): Promise<void> {
  const options = new Options(args, ['seed', 'cases'])
  const [seed, cases] = [options.number('seed', 1), options.number('cases', CASES)]
  console.log(`seed ${seed}`)
  const sandbox = await startSandbox({
    MERCHANTPAY_RATE_LIMIT_PER_MINUTE: '0',
    // Only a withdrawal that waits can be cancelled.
    MERCHANTPAY_WITHDRAWAL_DAILY_LIMIT: '300',
  })
  try {
    const world = await ContractWorld.open({ url: sandbox.url, advance: () => sleep(STEP_MS) })
    const started = performance.now()
    for (let sent = 0; sent < cases; sent += CASES_PER_ROUND) await world.run(seed + sent, CASES_PER_ROUND)
    const minutes = (performance.now() - started) / 60_000
    world.close()
    report(world, minutes)
  } finally {
    await sandbox.stop()
  }
}

function report({ counts }: ContractWorld, minutes: number): void {
  let all = 0
  for (const [id, { called, succeeded }] of counts) {
    all += called
    console.log(`${id.padEnd(28)} ${called} requests, ${succeeded} succeeded`)
  }
  console.log(`${all} cases in ${minutes.toFixed(1)} min, ${Math.floor(all / minutes)} a minute`)
  const never = [...counts].filter(([, { succeeded }]) => succeeded === 0).map(([id]) => id)
  if (never.length > 0) throw new Error(`never succeeded, so that little is proven: ${never.join(', ')}`)
}
