/** Runs every check that needs no test. */
import { runChecks } from './checks.js'
import { run } from './run.js'

const names = [
  'build',
  'lint',
  'lint:planted',
  'types',
  'types:root',
  'test:types',
  'generate -- --check',
  'vectors -- --check',
  'contracts:rebuild',
  'lint:contract',
  'check:lock',
  'unused',
  'check:packages',
  'size',
  'types:cost',
  'check:fences',
]

process.exitCode = await runChecks(
  names.map((name) => ({ name, run: () => run('npm', ['run', '--silent', ...name.split(' ')]) })),
)
