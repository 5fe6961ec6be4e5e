import { startSandbox } from '../test-support/sandbox-server.js'
import { quantile, type Result } from './rounds.js'

const ROUNDS = 7

/** `merchantpay-server serve` on an empty database, from the spawn to the log line that says it listens. */
export async function start(): Promise<Result[]> {
  const seconds: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const started = performance.now()
    const sandbox = await startSandbox()
    seconds.push((performance.now() - started) / 1_000)
    await sandbox.stop()
  }
  const [low, middle, high] = [quantile(seconds, 0.1), quantile(seconds, 0.5), quantile(seconds, 0.9)]
  const spread = `p10 ${low.toFixed(2)} s, p90 ${high.toFixed(2)} s, ${ROUNDS} rounds`
  return [{ what: 'start to listening', value: `${middle.toFixed(2)} s`, spread, goal: '< 1.5 s' }]
}
