/**
 * Judges the package as its users get it: packed, unpacked into a project of its own, used from both module formats,
 * compiled under every way of resolving modules; and its public types against the committed ones.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run } from '../../../tools/lib/run.js'
import { install, linkFromCheckout, pack } from '../../../tools/release/tarball.js'
import { consumerFaults } from '../../sdk/scripts/pack/consumers.js'
import { packageRoot } from './package-root.js'

const folder = await mkdtemp(join(tmpdir(), 'merchantpay-testing-'))
try {
  const nodeModules = join(folder, 'node_modules')
  await install(await pack('packages/testing', folder), nodeModules, '@merchantpay/testing')
  await linkFromCheckout(nodeModules, ['@merchantpay/sdk', 'msw'])
  const faults = await Promise.all([consumerFaults(folder, packageRoot), apiFaults()])
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
