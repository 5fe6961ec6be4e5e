import { cpSync, mkdirSync, mkdtempSync, readdirSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { installOnce } from '../../../../tools/lib/registry-installation.js'
import { install, linkFromCheckout, pack } from '../../../../tools/release/tarball.js'

const SHOP = fileURLToPath(new URL('../shop', import.meta.url))
/** Packages of this repository that the plugin needs, and those that they need. */
const PACKED = ['sdk', 'vendure', 'webhook-verify']
/** Shared rules are bundled into the plugin; its sources need them to compile. */
const LINKED = ['@merchantpay/core', 'better-sqlite3', 'openapi-fetch', 'openapi-typescript-helpers']

/** Makes the folder of a shop: Vendure from the registry as its lock names it, and the packed plugin. */
export async function installShop(): Promise<string> {
  const framework = await installOnce('vendure', SHOP)
  const folder = mkdtempSync(join(tmpdir(), 'vendure-shop-'))
  for (const name of ['package.json', 'shop.js']) cpSync(join(SHOP, name), join(folder, name))
  const modules = join(folder, 'node_modules')
  mkdirSync(join(modules, '@merchantpay'), { recursive: true })
  for (const name of readdirSync(framework)) symlinkSync(join(framework, name), join(modules, name))
  await linkFromCheckout(modules, LINKED)
  for (const name of PACKED)
    await install(await pack(`packages/${name}`, folder), modules, `@merchantpay/${name}`)
  return folder
}
