import { availableParallelism } from 'node:os'
import { firstFound } from './fewest.js'
import { bundleSimulation, inParallel, runLife } from './lives.js'
import type { Planted } from './planted/fault.js'
import { PLANTED } from './planted.js'
import { livesOf, type Run } from './run.js'
import { type Failing, shrink, turnsOf } from './shrink.js'
import type { SimulationOptions } from './simulation.js'

/** Lives the lives of a run until one fails, `atOnce` at the same time. */
function firstFailing(bundle: string, run: Run, atOnce: number): Promise<Failing | undefined> {
  const liveOne = async (options: SimulationOptions) => {
    const life = await runLife(bundle, options)
    return life.violations.length > 0 ? { options, life } : undefined
  }
  return firstFound(livesOf(run), liveOne, atOnce)
}

/** Plants faults, each alone, and lives until it shows. @returns the number of those that did not */
export async function findPlanted(run: Run, only: string, print: (line: string) => void): Promise<number> {
  const isOnPostgres = run.settings.postgresUrl !== undefined
  const chosen = PLANTED.filter(
    ({ name, engine }) => name.includes(only) && (engine === 'postgres') === isOnPostgres,
  )
  const found: number[] = []
  await inParallel(chosen, async (planted) => {
    const failing = await firstFailing(await bundleSimulation(planted), run, 1)
    if (!failing) return print(`${planted.name}: NOT FOUND in ${run.days} days`)
    const days = (failing.options.seed - run.firstSeed) * run.daysPerLife + failing.options.days
    found.push(days)
    print(`${planted.name}: found after ${days.toFixed(1)} days: ${failing.life.violations[0]}`)
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
  const found = await firstFailing(bundle, run, availableParallelism())
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
  print(`${before} turns were reduced to ${only.length} in ${days} days, by ${livesTried} lives`)
  print(`for a test: ${JSON.stringify({ seed, days, only })}`)
  const fault = planted ? ` --planted yes --only '${planted.name}'` : ''
  print(`again: --shrink yes${fault} --seed ${seed} --days ${days} --turns '${only.join(',')}'`)
  return true
}
