/** Runs every check that needs no test. */
import { availableParallelism } from 'node:os'
import { run } from '../lib/run.js'
import { type Check, runChecks } from './run-checks.js'

/** These run alone, because the others use the build and must not see planted faults. */
const ALONE = ['build', 'lint', 'lint:planted']
const TOGETHER = [
  'types',
  'test:types',
  'check:fences',
  'check:prose',
  'types:root',
  'check:packages',
  'unused',
  'generate -- --check',
  'contracts:rebuild',
  'types:cost',
  'check:lock',
  'vectors -- --check',
  'lint:contract',
  'size',
]

const checkOf = (name: string): Check => ({
  name,
  run: () => run('npm', ['run', '--silent', ...name.split(' ')]),
})

const alone = await runChecks(ALONE.map(checkOf))
const together = await runChecks(TOGETHER.map(checkOf), { atOnce: availableParallelism() })
process.exitCode = Math.max(alone, together)
