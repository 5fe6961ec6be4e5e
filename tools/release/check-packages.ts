/**
 * Packs every published package, or those whose folders are named, as npm would publish it. Checks the files of the tarball,
 * its license, its entry points, its manifest (publint) and the resolution of its types for every kind of importer (are the types
 * wrong).
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root, tool } from '../lib/run.js'
import { type Manifest, missingEntryPoints } from './entry-points.js'
import { PUBLISHED, type Published } from './published.js'
import { pack } from './tarball.js'

/** The faults of a package's tarball. */
async function faultsOf(one: Published, destination: string): Promise<string[]> {
  const tarball = await pack(one.folder, destination)
  console.log(`${tarball.filename}: ${tarball.files.length} files, ${(tarball.size / 1000).toFixed(1)} kB`)

  const faults = unexpected(tarball.files, one).map((path) => `${one.folder} must not publish ${path}`)
  const manifest: Manifest = JSON.parse(await readFile(join(root, one.folder, 'package.json'), 'utf8'))
  const entries = missingEntryPoints(manifest, tarball.files)
  const required = ['LICENSE', ...(one.required ?? [])].filter((path) => !tarball.files.includes(path))
  for (const path of [...entries, ...required]) faults.push(`${one.folder} lacks ${path}`)
  const publint = await tool('publint', ['run', tarball.path, '--strict'])
  if (publint.code !== 0) faults.push(`publint on ${one.folder}:\n${publint.output}`)
  if (one.isLibrary) {
    const attw = await tool('attw', [tarball.path, '--no-emoji', '--format', 'ascii'])
    if (attw.code !== 0) faults.push(`attw on ${one.folder}:\n${attw.output}`)
  }
  return faults
}

function unexpected(paths: string[], { expected }: Published): string[] {
  const everywhere = /^(package\.json|README\.md|LICENSE)$/
  return paths.filter((path) => ![everywhere, ...expected].some((pattern) => pattern.test(path)))
}

const named = process.argv.slice(2)
const chosen = PUBLISHED.filter(({ folder }) => named.length === 0 || named.includes(folder))
if (chosen.length === 0) throw new Error(`no published package in ${named.join(', ')}`)
const destination = await mkdtemp(join(tmpdir(), 'merchantpay-pack-'))
try {
  const results = await Promise.all(chosen.map((one) => faultsOf(one, destination)))
  const faults = results.flat()
  for (const fault of faults) console.log(fault)
  process.exitCode = faults.length === 0 ? 0 : 1
} finally {
  await rm(destination, { recursive: true })
}
