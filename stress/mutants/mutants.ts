import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'
import { root } from '../../tools/lib/run.js'
import { Options } from '../lib/options.js'

const MUTANTS = 40
const SEED = 1
const PROCESSES = 2

/** A mutant that was tried. */
interface Trial {
  readonly name: string
  /** How many tests reach it. */
  readonly tests: number
  /** The first test that fails with it. */
  readonly killer: string | null
}

/**
 * `npm run stress -- mutants [--seed n] [--count n]`: the tests of the contract and the conformance cases run against servers
 * with one small fault each, half of them in the checks that are compiled from the contract. Each fault is noticed, or
 * is in `survivors.yaml` with the reason why no request shows it.
 */
export async function mutants(args: readonly string[]): Promise<void> {
  const options = new Options(args, ['seed', 'count'])
  const [seed, count] = [options.number('seed', SEED), options.number('count', MUTANTS)]
  const trials: Trial[] = []
  const report = (trial: Trial) => {
    trials.push(trial)
    const fate = trial.killer === null ? `SURVIVES ${trial.tests} tests` : `noticed by ${trial.killer}`
    console.log(`${trials.length}/${count} ${trial.name}\n    ${fate}`)
  }
  await Promise.all(
    Array.from({ length: PROCESSES }, (_, share) => tryShare([seed, count, share, PROCESSES], report)),
  )
  requireExplained(trials)
}

async function tryShare(args: readonly number[], report: (trial: Trial) => void): Promise<void> {
  const program = fileURLToPath(new URL('./trial.ts', import.meta.url))
  const child = spawn(process.execPath, ['--import', 'tsx', program, ...args.map(String)], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve))
  for await (const line of createInterface({ input: child.stdout })) report(JSON.parse(line) as Trial) // its own lines
  const code = await exited
  if (code !== 0) throw new Error(`a process of the trials ended with ${code}`)
}

/** @throws Error for a survivor without a reason, and for a reason without a survivor */
function requireExplained(trials: readonly Trial[]): void {
  const reasons = parse(readFileSync(new URL('./survivors.yaml', import.meta.url), 'utf8')) as Record<
    string,
    string
  >
  const survivors = trials.filter(({ killer }) => killer === null).map(({ name }) => name)
  const unexplained = survivors.filter((name) => !Object.hasOwn(reasons, name))
  const noticed = trials.filter(({ name, killer }) => killer !== null && Object.hasOwn(reasons, name))
  console.log(
    `${trials.length - survivors.length} of ${trials.length} mutants noticed, ${survivors.length} not`,
  )
  for (const name of unexplained) console.log(`no reason: ${name}`)
  for (const { name, killer } of noticed) console.log(`listed, but noticed by ${killer}: ${name}`)
  if (unexplained.length + noticed.length > 0) throw new Error('survivors.yaml is not right')
}
