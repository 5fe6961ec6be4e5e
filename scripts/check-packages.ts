/**
 * Packs every published package as npm would publish it and judges the tarball: the files in it, its manifest
 * (publint), and whether its types resolve for every kind of importer (are the types wrong).
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { mustRun, root, tool } from './run.js'

interface Published {
  folder: string
  /** What may stand in the tarball besides package.json, README.md and LICENSE. */
  expected: RegExp[]
  /** A file without which the package would be of no use. */
  required: string
  /** Whether it is imported by others, so that its types matter. */
  isLibrary: boolean
}

const libraryFiles = /^dist\/[\w./-]+\.(js|cjs|d\.ts|d\.cts)(\.map)?$/

const published: Published[] = [
  {
    folder: 'openapi',
    expected: [/^[\w.-]+\.yaml$/, /^vectors\/([\w-]+\.json|README\.md)$/, /^DECISIONS\.md$/],
    required: 'merchantpay.v1.yaml',
    isLibrary: false,
  },
  { folder: 'packages/webhook-verify', expected: [libraryFiles], required: 'dist/index.js', isLibrary: true },
  { folder: 'packages/sdk', expected: [libraryFiles], required: 'dist/index.js', isLibrary: true },
  {
    folder: 'packages/server',
    expected: [/^dist\/[\w./-]+\.(js|css|json|html|svg)(\.map)?$/, /^migrations\/\d{4}-[a-z0-9-]+\.sql$/],
    required: 'dist/cli.js',
    isLibrary: false,
  },
]

interface Packed {
  filename: string
  size: number
  files: { path: string }[]
}

/** What is wrong with one package's tarball, as printed by whoever found it. */
async function faultsOf(one: Published, destination: string): Promise<string[]> {
  const pack = ['pack', '--json', '--ignore-scripts', '--pack-destination', destination]
  const { stdout } = await mustRun('npm', pack, { cwd: `${root}/${one.folder}` })
  const [packed] = JSON.parse(stdout.toString()) as Packed[]
  if (!packed) throw new Error(`npm packed nothing in ${one.folder}`)
  const tarball = join(destination, packed.filename)
  const paths = packed.files.map((file) => file.path)
  console.log(`${packed.filename}: ${paths.length} files, ${(packed.size / 1000).toFixed(1)} kB`)

  const faults = unexpected(paths, one).map((path) => `${one.folder} must not publish ${path}`)
  if (!paths.includes(one.required)) faults.push(`${one.folder} lacks ${one.required}`)
  const publint = await tool('publint', ['run', tarball, '--strict'])
  if (publint.code !== 0) faults.push(`publint on ${one.folder}:\n${publint.output}`)
  if (one.isLibrary) {
    const attw = await tool('attw', [tarball, '--profile', 'node16', '--no-emoji', '--format', 'ascii'])
    if (attw.code !== 0) faults.push(`attw on ${one.folder}:\n${attw.output}`)
  }
  return faults
}

function unexpected(paths: string[], { expected }: Published): string[] {
  const everywhere = /^(package\.json|README\.md|LICENSE)$/
  return paths.filter((path) => ![everywhere, ...expected].some((pattern) => pattern.test(path)))
}

const destination = await mkdtemp(join(tmpdir(), 'merchantpay-pack-'))
try {
  const results = await Promise.all(published.map((one) => faultsOf(one, destination)))
  const faults = results.flat()
  for (const fault of faults) console.log(fault)
  process.exitCode = faults.length === 0 ? 0 : 1
} finally {
  await rm(destination, { recursive: true })
}
