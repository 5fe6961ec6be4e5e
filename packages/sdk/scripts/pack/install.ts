import { join, relative } from 'node:path'
import { root } from '../../../../tools/lib/run.js'
import { install, linkFromCheckout, pack } from '../../../../tools/release/tarball.js'
import { dependencies, packageRoot, peers } from '../manifest.js'

/** Packs this package and installs it in a folder, with its dependencies linked from the checkout. */
export async function installPacked(folder: string): Promise<void> {
  const nodeModules = join(folder, 'node_modules')
  const tarball = await pack(relative(root, packageRoot), folder)
  await install(tarball, nodeModules, '@merchantpay/sdk')
  await linkFromCheckout(nodeModules, [...dependencies, ...peers])
}
