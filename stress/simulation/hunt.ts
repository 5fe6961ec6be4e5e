import { bundleSimulation, inParallel, runLife } from './lives.js'
import { PLANTED, type Planted } from './planted.js'
import { livesOf, type Run } from './run.js'
import { type Failing, shrink, turnsOf } from './shrink.js'

const DAY_MS = 86_400_000

interface Finding extends Failing {
  /** Simulated until then. */
  readonly days: number
}

/** Lives the lives of a run until one has a violation. */
async function firstFailing(bundle: string, run: Run): Promise<Finding | undefined> {
  let livedMs = 0
  for (const options of livesOf(run)) {
    const life = await runLife(bundle, options)
    livedMs += life.simulatedMs
    if (life.violations.length > 0) return { options, life, days: livedMs / DAY_MS }
  }
  return undefined
}

/** Plants faults, each alone, and lives until it shows. @returns the number of those that did not */
export async function findPlanted(run: Run, only: string, print: (line: string) => void): Promise<number> {
  const chosen = PLANTED.filter(({ name }) => name.includes(only))
  const found: number[] = []
  await inParallel(chosen, async (planted) => {
    const finding = await firstFailing(await bundleSimulation(planted), run)
    if (!finding) return print(`${planted.name}: NOT FOUND in ${run.days} days`)
    found.push(finding.days)
    print(`${planted.name}: found after ${finding.days.toFixed(1)} days: ${finding.life.violations[0]}`)
  })
  const median = found.sort((a, b) => a - b)[Math.floor(found.length / 2)]
  print(`${found.length} of ${chosen.length} planted faults found, median ${median?.toFixed(1)} days`)
  return chosen.length - found.length
}

/**
 * Reduces the first failing life of a run, and prints its story.
 *
 * @param planted a fault to plant
 * @returns whether one failed
 */
export async function printShrunk(
  run: Run,
  planted: Planted | undefined,
  print: (line: string) => void,
): Promise<boolean> {
  const bundle = await bundleSimulation(planted)
  const found = await firstFailing(bundle, run)
  if (!found) {
    print('no life has a violation')
    return false
  }
  const before = turnsOf(found).length
  print(
    `seed ${found.options.seed}, ${before} turns in ${found.options.days} days: ${found.life.violations[0]}`,
  )
  const { options, livesTried } = await shrink(bundle, found, (line) => print(`  ${line}`))
  print('')
  const { violations } = await runLife(bundle, { ...options, isTold: true }, print)
  print('')
  for (const violation of violations) print(violation)
  const { seed, days, only = [] } = options
  print(
    `${before} turns were reduced to ${only.length} in ${days} days, by ${livesTried} lives: ${only.join(', ')}`,
  )
  const fault = planted ? `--planted yes --only '${planted.name}' ` : ''
  print(`again: --shrink yes ${fault}--seed ${seed} --days ${days} --turns '${only.join(',')}'`)
  return true
}
