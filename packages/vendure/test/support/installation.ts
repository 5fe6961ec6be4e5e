import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { cache } from '../../../../tools/lib/cache.js'
import { mustRun } from '../../../../tools/lib/run.js'
import { install, linkFromCheckout, pack } from '../../../../tools/release/tarball.js'

const SHOP = fileURLToPath(new URL('../shop', import.meta.url))
/** Packages of this repository that the plugin needs, and those that they need. */
const PACKED = ['sdk', 'vendure', 'webhook-verify']
const LINKED = ['better-sqlite3', 'openapi-fetch', 'openapi-typescript-helpers']

/**
 * Makes the folder of a shop: Vendure from the registry as its lock names it, and the packed plugin. Vendure is fetched once and
 * kept, with no script of a package run.
 */
export async function installShop(): Promise<string> {
  const framework = await fetchFramework()
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

/** The folder `node_modules` with Vendure and everything that it depends on. */
async function fetchFramework(): Promise<string> {
  const lock = readFileSync(join(SHOP, 'package-lock.json'))
  const kept = join(cache, `vendure-${createHash('sha256').update(lock).digest('hex').slice(0, 16)}`)
  if (!existsSync(kept)) {
    mkdirSync(cache, { recursive: true })
    // Moved when complete, so that an interrupted run leaves no partial installation in the cache.
    const folder = mkdtempSync(join(cache, 'fetched-'))
    for (const name of ['package.json', 'package-lock.json', '.npmrc'])
      cpSync(join(SHOP, name), join(folder, name))
    await mustRun('npm', ['ci', '--ignore-scripts'], { cwd: folder })
    rmSync(kept, { recursive: true, force: true })
    renameSync(folder, kept)
  }
  return join(kept, 'node_modules')
}
