/**
 * `npm run simulate -- [--days n | --years n] [--seed first] [--orders per-day] [--pace n] [--calm yes] [--told yes] [--resume file]`
 * lives through days of an installation, in lives of at most `--life` days and in as many processes as there are cores. With a
 * file, a run that was ended goes on. With a pace, everything happens that much more often. `--turns 'sell 3,kill 1'` leaves all
 * other turns out. With `--engine postgres` one to three servers share a database, and `--planted yes` plants the faults that
 * only they show.
 *
 * `--planted yes [--only name]` plants each known fault, and must find it. `--shrink yes` reduces the first failing life to the
 * fewest turns, also with a planted fault.
 */
import { startPostgres } from '../../test-support/databases/postgres.js'
import { startPostgresWithPrograms } from '../../test-support/databases/postgres-programs.js'
import { Options } from '../lib/options.js'
import { findPlanted, printShrunk } from './hunt.js'
import { plantedNamed } from './planted.js'
import { live, type Run } from './run.js'

const DAYS_PER_YEAR = 365
/** Each crash adds addresses that are watched from then on: a day of a long life takes longer. */
const DAYS_PER_LIFE = 0.5
/** A planted fault counts as not found after these. */
const DAYS_OF_HUNT = 10

const options = new Options(process.argv.slice(2), [
  ...[
    'calm',
    'days',
    'engine',
    'life',
    'only',
    'orders',
    'pace',
    'planted',
    'resume',
    'seed',
    'shrink',
    'told',
    'turns',
    'years',
  ],
])
const isYes = (name: string): boolean => options.text(name, 'no') === 'yes'
const [isPlanted, isShrinking] = [isYes('planted'), isYes('shrink')]
const turns = options.text('turns', '')
const engine = options.text('engine', 'sqlite')
if (engine !== 'sqlite' && engine !== 'postgres') throw new Error(`--engine: ${engine}`)
// Without its programs, nothing is backed up.
const server =
  engine === 'postgres' ? ((await startPostgresWithPrograms()) ?? (await startPostgres())) : undefined
const run: Run = {
  firstSeed: options.number('seed', 1),
  days: options.number('years', 0) * DAYS_PER_YEAR || options.decimal('days', isPlanted ? DAYS_OF_HUNT : 1),
  daysPerLife: options.decimal('life', isPlanted ? 1 : DAYS_PER_LIFE),
  progress: options.text('resume', '') || undefined,
  settings: {
    ordersPerDay: options.number('orders', 100),
    pace: options.number('pace', 1),
    isHostile: !isYes('calm'),
    isTold: isYes('told'),
    ...(turns === '' ? {} : { only: turns.split(',') }),
    ...(server && { postgresUrl: server.url }),
  },
}
const only = options.text('only', '')
const print = (line: string) => console.log(line)

/** @returns whether something is wrong */
async function main(): Promise<boolean> {
  if (isShrinking)
    return (await printShrunk(run, isPlanted ? plantedNamed(only) : undefined, print)) !== isPlanted
  return (isPlanted ? await findPlanted(run, only, print) : await live(run, print)) > 0
}

try {
  if (await main()) process.exitCode = 1
} finally {
  await server?.stop()
}
