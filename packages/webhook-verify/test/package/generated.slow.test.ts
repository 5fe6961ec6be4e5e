import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { run } from '../../../../tools/lib/run.js'

const cwd = fileURLToPath(new URL('../..', import.meta.url))

test.each([
  ['the generated files are those of the contract', 'scripts/generate.ts'],
  ['the public types are the committed ones', 'scripts/api.ts'],
])(
  '%s',
  async (_, script) => {
    const { code, output } = await run(process.execPath, ['--import', 'tsx', script, '--check'], { cwd })
    expect({ code, output }).toEqual({ code: 0, output: '' })
  },
  60_000,
)
