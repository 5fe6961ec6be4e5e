import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'
import { measure } from '../scripts/size/measure.js'

/** Text that does not compress to less than half. */
const ballast = (bytes: number) => `console.log('${randomBytes(bytes).toString('hex')}')`

it('everything that an entry imports counts, at once or later, and nothing external', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'size-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const entry = `import 'node:fs'\nimport './static.js'\nexport const load = () => import('./dynamic.js')`
  await writeFile(join(folder, 'entry.js'), entry)
  await writeFile(join(folder, 'static.js'), ballast(2_000))
  await writeFile(join(folder, 'dynamic.js'), ballast(10_000))

  const bytes = await measure(join(folder, 'entry.js'), ['node:*'])

  expect(bytes).toBeGreaterThan(12_000)
  expect(bytes).toBeLessThan(15_000)
})

it('an error class, imported alone, leaves the client out of a bundle', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'size-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const index = fileURLToPath(new URL('../dist/index.js', import.meta.url))
  await writeFile(join(folder, 'entry.js'), `export { ApiError } from '${index}'`)

  expect(await measure(join(folder, 'entry.js'), [])).toBeLessThan(1_000)
})
