/**
 * Checks the package as its users get it: packed, unpacked into a project of its own, used from both module formats,
 * compiled under every way of resolving modules and bundled for browsers; and its public types against the committed ones.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run } from '../../../tools/lib/run.js'
import { libraryEntries, packageRoot } from './manifest.js'
import { bundleFaults } from './pack/bundles.js'
import { consumerFaults } from './pack/consumers.js'
import { installPacked } from './pack/install.js'

const folder = await mkdtemp(join(tmpdir(), 'merchantpay-sdk-'))
try {
  await installPacked(folder)
  const faults = await Promise.all([
    consumerFaults(folder, packageRoot),
    bundleFaults(folder, libraryEntries()),
    apiFaults(),
  ])
  for (const fault of faults.flat()) console.log(fault)
  console.log(`${faults.flat().length} faults`)
  process.exitCode = faults.flat().length === 0 ? 0 : 1
} finally {
  await rm(folder, { recursive: true })
}

async function apiFaults(): Promise<string[]> {
  const { code, output } = await run('npm', ['run', '--silent', 'api', '--', '--check'], { cwd: packageRoot })
  return code === 0 ? [] : [output]
}
