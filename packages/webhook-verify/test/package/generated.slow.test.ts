import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../..', import.meta.url))

test('the generated files are those of the contract', async () => {
  const { stdout, stderr } = await run(
    process.execPath,
    ['--import', 'tsx', 'scripts/generate.ts', '--check'],
    { cwd: root },
  )
  expect(stdout + stderr).toBe('')
}, 60_000)
