import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../../../scripts/run.js'
import { install, linkFromCheckout, pack } from '../../../scripts/tarball.js'

/** A folder with the packed package installed, and the projects that use it. */
export interface Installed {
  readonly folder: string
  remove(): Promise<void>
}

/** Packs this package and installs it, with what its users bring along linked from the checkout. Its build must be there. */
export async function installPacked(): Promise<Installed> {
  const folder = await mkdtemp(join(tmpdir(), 'webhook-verify-'))
  const nodeModules = join(folder, 'node_modules')
  const tarball = await pack('packages/webhook-verify', folder)
  await install(tarball, nodeModules, '@merchantpay/webhook-verify')
  await linkFromCheckout(nodeModules, ['valibot', 'next', 'react', 'react-dom'])
  // The settings of the projects are those of the SDK's, so that both packages are judged by one measure.
  for (const name of ['sdk', 'webhook-verify']) {
    await cp(join(root, 'packages', name, 'install-projects'), folder, { recursive: true })
  }
  return { folder, remove: () => rm(folder, { recursive: true }) }
}
