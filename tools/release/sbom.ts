/**
 * Prints the bill of materials of the server, CycloneDX as JSON: what its image contains. `npm sbom --omit dev` leaves out
 * packages that the server needs as soon as another workspace needs them for its tests, so npm gets a copy of the manifests and
 * the lock in which only dependencies are left.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { mustRun, root } from '../lib/run.js'

interface Manifest {
  devDependencies?: unknown
  workspaces?: unknown
}
interface Lock {
  packages: Record<string, Manifest>
}

const readJson = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8')) as unknown
const withoutDev = ({ devDependencies, ...rest }: Manifest): Manifest => rest

const folder = mkdtempSync(join(tmpdir(), 'sbom-'))
try {
  const lock = readJson('package-lock.json') as Lock // npm's own file
  const own = Object.keys(lock.packages).filter((path) => !path.includes('node_modules'))
  for (const path of own) {
    lock.packages[path] = withoutDev(lock.packages[path] ?? {})
    mkdirSync(join(folder, path), { recursive: true })
    const manifest = withoutDev(readJson(join(path, 'package.json')) as Manifest)
    writeFileSync(join(folder, path, 'package.json'), JSON.stringify(manifest))
  }
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(lock))
  const args = [
    'sbom',
    '--package-lock-only',
    '--sbom-format',
    'cyclonedx',
    '--workspace',
    '@merchantpay/server',
  ]
  const { stdout } = await mustRun('npm', args, { cwd: folder })
  process.stdout.write(stdout)
} finally {
  rmSync(folder, { recursive: true })
}
