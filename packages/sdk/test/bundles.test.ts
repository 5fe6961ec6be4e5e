import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { bundleFaults } from '../scripts/pack/bundles.js'

const entry = { name: '@merchantpay/sdk', module: 'index.js', commonJs: 'index.cjs', types: 'index.d.ts' }
const sound = {
  'index.js': `export const load = () => import('./later.js')`,
  'later.js': 'export const later = 1',
  'index.cjs': `exports.load = () => require('./later.cjs')`,
  'later.cjs': '',
  'package.json': JSON.stringify({ sideEffects: false, exports: { import: './index.js' } }),
}

/** Returns the faults of an installed package with these files. */
async function faultsOf(files: Record<string, string>): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'bundles-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const installed = join(folder, 'node_modules/@merchantpay/sdk')
  await mkdir(installed, { recursive: true })
  for (const [name, text] of Object.entries({ ...sound, ...files })) {
    await writeFile(join(installed, name), text)
  }
  return bundleFaults(folder, [entry])
}

it('a sound package has no fault', async () => {
  expect(await faultsOf({})).toEqual([])
})

it.each([
  ['imports a Node built-in', { 'index.js': `import 'node:fs'` }, 'does not load in a browser'],
  ['imports one later on', { 'later.js': `import 'node:fs'` }, 'does not load in a browser'],
  [
    'needs a global to load',
    { 'index.js': 'export const at = performance.now()' },
    'does not load in a browser',
  ],
  [
    'does something when imported',
    { 'index.js': 'globalThis.x = 1', 'package.json': '{ "exports": "./index.js" }' },
    'leaves code',
  ],
  [
    'imports dynamically from CommonJS',
    { 'index.cjs': `import('openapi-fetch')` },
    'has import() of openapi-fetch',
  ],
])('a package that %s is found out', async (_, files, fault) => {
  expect(await faultsOf(files)).toEqual([expect.stringContaining(fault)])
})
