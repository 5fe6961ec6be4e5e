import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { measure } from '../scripts/size/measure.js'

/** Text that does not compress to less than half. */
const ballast = (bytes: number) => `console.log('${randomBytes(bytes).toString('hex')}')`

it('what the first call loads counts with it, and not before', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'size-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await writeFile(join(folder, 'entry.js'), `export const call = () => import('./recovery-A1.js')`)
  await writeFile(join(folder, 'recovery-A1.js'), ballast(2_000))

  const { initial, called } = await measure(join(folder, 'entry.js'), '{ call }', [])

  expect(initial).toBeLessThan(1_000)
  expect(called).toBeGreaterThan(2_000)
})

it('what is imported dynamically counts in one file, and not before its first use', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'size-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const entry = `import './static.js'\nexport const load = () => import('./dynamic.js')`
  await writeFile(join(folder, 'entry.js'), entry)
  await writeFile(join(folder, 'static.js'), ballast(2_000))
  await writeFile(join(folder, 'dynamic.js'), `import './static.js'\n${ballast(10_000)}`)

  const { initial, called, whole } = await measure(join(folder, 'entry.js'), '{ load }', [])

  expect(initial).toBeGreaterThan(2_000)
  expect(initial).toBeLessThan(4_000)
  expect(called).toBe(initial)
  expect(whole).toBeGreaterThan(12_000)
})
