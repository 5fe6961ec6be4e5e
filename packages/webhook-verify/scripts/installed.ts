import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../../../tools/lib/run.js'
import { install, linkFromCheckout, pack } from '../../../tools/release/tarball.js'

/** A folder with the packed package and the projects that use it. */
export interface Installed {
  readonly folder: string
  remove(): Promise<void>
}

/** Packs this package, which must be built, and installs it. The peers of its users are linked from the checkout. */
export async function installPacked(): Promise<Installed> {
  const folder = await mkdtemp(join(tmpdir(), 'webhook-verify-'))
  const nodeModules = join(folder, 'node_modules')
  const tarball = await pack('packages/webhook-verify', folder)
  await install(tarball, nodeModules, '@merchantpay/webhook-verify')
  await linkFromCheckout(nodeModules, ['valibot', 'next', 'react', 'react-dom'])
  // The projects share the settings of the SDK's projects, so that both packages are checked alike.
  for (const name of ['sdk', 'webhook-verify']) {
    await cp(join(root, 'packages', name, 'install-projects'), folder, { recursive: true })
  }
  return { folder, remove: () => rm(folder, { recursive: true }) }
}
