/** Runs every check that needs no test: one line each with its time, and at the end what the failing ones said. */
import { run } from './run.js'

const checks = [
  'build',
  'lint',
  'lint:planted',
  'types',
  'types:root',
  'test:types',
  'generate -- --check',
  'vectors -- --check',
  'lint:contract',
  'check:lock',
  'unused',
  'check:packages',
  'size',
  'types:cost',
  'check:fences',
]

const failures: { check: string; output: string }[] = []
for (const check of checks) {
  const started = performance.now()
  const { code, output } = await run('npm', ['run', '--silent', ...check.split(' ')])
  const seconds = ((performance.now() - started) / 1000).toFixed(1).padStart(5)
  console.log(`${seconds} s  ${code === 0 ? 'ok    ' : 'FAILED'}  ${check}`)
  if (code !== 0) failures.push({ check, output })
}
for (const { check, output } of failures) console.log(`\nnpm run ${check}\n${output.trimEnd()}`)
if (failures.length > 0)
  console.log(`\n${failures.length} failed: ${failures.map((one) => one.check).join(', ')}`)
process.exitCode = failures.length === 0 ? 0 : 1
