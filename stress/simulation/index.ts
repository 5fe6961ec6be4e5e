/**
 * `npm run simulate -- [--seeds n] [--seed first] [--days n] [--orders per-day] [--calm yes] [--told yes]` lives through days of
 * an installation. `--planted yes` plants each known fault, and must find it.
 */
import { availableParallelism } from 'node:os'
import { Options } from '../lib/options.js'
import { bundleSimulation, type Life, runLife } from './lives.js'
import { PLANTED, type Planted } from './planted.js'

const DAY_MS = 86_400_000
/** Lives of a planted fault before it counts as not found. */
const MOST_LIVES = 10
const SHOWN = 20

const options = new Options(process.argv.slice(2), [
  ...['calm', 'days', 'only', 'orders', 'planted', 'seed', 'seeds', 'told'],
])
const first = options.number('seed', 1)
const settings = {
  days: options.number('days', 1),
  ordersPerDay: options.number('orders', 100),
  isHostile: options.text('calm', 'no') !== 'yes',
  isTold: options.text('told', 'no') === 'yes',
}

/** Works through a list in as many processes as there are cores. */
async function inParallel<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const waiting = [...items]
  const next = async (): Promise<void> => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item)
  }
  await Promise.all(Array.from({ length: availableParallelism() }, next))
}

async function liveThrough(count: number): Promise<void> {
  const bundle = await bundleSimulation()
  const lives: Life[] = []
  await inParallel(
    Array.from({ length: count }, (_, at) => first + at),
    async (seed) => {
      const life = await runLife(bundle, { seed, ...settings }, (line) => console.log(line))
      lives.push(life)
      const { orders, payouts, trace, simulatedMs, realMs, violations } = life
      const speed = (simulatedMs / realMs).toFixed(0)
      console.log(
        `seed ${seed}: ${orders} orders, ${payouts} payouts, ${speed} times real time, trace ${trace}`,
      )
      for (const violation of violations.slice(0, SHOWN)) console.log(`  ${violation}`)
    },
  )
  const sum = (read: (life: Life) => number) => lives.reduce((total, life) => total + read(life), 0)
  const kinds = [...new Set(lives.flatMap(({ faults }) => Object.keys(faults)))].sort()
  console.log(kinds.map((kind) => `${kind} ${sum(({ faults }) => faults[kind] ?? 0)}`).join(', '))
  const wrong = sum(({ violations }) => violations.length)
  const days = sum(({ simulatedMs }) => simulatedMs) / DAY_MS
  console.log(`${days.toFixed(1)} days in ${lives.length} lives, ${wrong} violations`)
  if (wrong > 0) process.exitCode = 1
}

/** @returns the simulated days until the fault was found */
async function findPlanted(planted: Planted): Promise<number | undefined> {
  const bundle = await bundleSimulation(planted)
  let lived = 0
  for (let seed = first; seed < first + MOST_LIVES; seed += 1) {
    const { violations, simulatedMs } = await runLife(bundle, { seed, ...settings })
    lived += simulatedMs
    if (violations[0] === undefined) continue
    console.log(`${planted.name}: found after ${(lived / DAY_MS).toFixed(1)} days: ${violations[0]}`)
    return lived / DAY_MS
  }
  console.log(`${planted.name}: NOT FOUND in ${(lived / DAY_MS).toFixed(1)} days`)
  return undefined
}

if (options.text('planted', 'no') === 'yes') {
  const only = options.text('only', '')
  const chosen = PLANTED.filter(({ name }) => name.includes(only))
  const found: number[] = []
  await inParallel(chosen, async (planted) => {
    const days = await findPlanted(planted)
    if (days !== undefined) found.push(days)
  })
  const median = found.sort((a, b) => a - b)[Math.floor(found.length / 2)]
  console.log(`${found.length} of ${chosen.length} planted faults found, median ${median?.toFixed(1)} days`)
  if (found.length < chosen.length) process.exitCode = 1
} else await liveThrough(options.number('seeds', 1))
