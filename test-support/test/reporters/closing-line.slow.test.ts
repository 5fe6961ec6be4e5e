import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root, tool } from '../../../tools/lib/run.js'

const green = "it('adds', () => expect(1 + 1).toBe(2))\n"

/** Runs a small project with our reporter and returns its exit code and last line. */
async function closingLine(files: Record<string, string>, settings = '') {
  const folder = await mkdtemp(join(tmpdir(), 'closing-line-'))
  try {
    const reporter = JSON.stringify(`${root}/test-support/reporters/closing-line.ts`)
    const config = `export default { test: { globals: true, reporters: ['default', ${reporter}], ${settings} } }\n`
    await writeFile(join(folder, 'vitest.config.mjs'), config)
    for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
    const outer = Object.entries(process.env).filter(([name]) => !name.startsWith('VITEST'))
    // Failures are printed on the other stream, which may arrive later.
    const { code, stdout } = await tool('vitest', ['run', '--root', folder], {
      env: Object.fromEntries(outer),
    })
    return { code, line: stdout.toString('utf8').trimEnd().split('\n').at(-1) }
  } finally {
    await rm(folder, { recursive: true })
  }
}

describe('the closing line', () => {
  it('the closing line of a green run counts passed and skipped tests and exits 0', async () => {
    const files = { 'a.test.js': `${green}it.skip('waits', () => {})\n` }
    expect(await closingLine(files)).toEqual({ code: 0, line: '1 passed, 0 failed, 1 skipped' })
  })

  it('counts a failing test', async () => {
    const files = { 'a.test.js': `${green}it('fails', () => expect(1).toBe(2))\n` }
    expect(await closingLine(files)).toEqual({ code: 1, line: '1 passed, 1 failed, 0 skipped' })
  })

  it('counts a test file that cannot be imported', async () => {
    const files = { 'a.test.js': green, 'b.test.js': "import './missing.js'\n" }
    expect(await closingLine(files)).toEqual({ code: 1, line: '1 passed, 1 failed, 0 skipped' })
  })

  it('counts an error in the hook of a suite', async () => {
    const hook = "describe('suite', () => {\n  beforeAll(() => { throw new Error('no') })\n"
    expect(await closingLine({ 'a.test.js': `${hook}  ${green}})\n` })).toEqual({
      code: 1,
      line: '0 passed, 1 failed, 1 skipped',
    })
  })

  it('counts an unhandled rejection', async () => {
    const files = { 'a.test.js': `${green}void Promise.reject(new Error('stray'))\n` }
    expect(await closingLine(files)).toEqual({ code: 1, line: '1 passed, 1 failed, 0 skipped' })
  })

  it('says 1 failed when the global setup throws', async () => {
    const files = { 'a.test.js': green, 'setup.js': "export default () => { throw new Error('no') }\n" }
    const ended = await closingLine(files, "globalSetup: ['./setup.js']")
    expect(ended).toEqual({ code: 1, line: '0 passed, 1 failed, 0 skipped' })
  })

  it('says 1 failed when there is no test at all, even where that is allowed', async () => {
    expect(await closingLine({})).toEqual({ code: 1, line: '0 passed, 1 failed, 0 skipped' })
    const allowed = await closingLine({}, 'passWithNoTests: true')
    expect(allowed).toEqual({ code: 1, line: '0 passed, 1 failed, 0 skipped' })
  })
})
