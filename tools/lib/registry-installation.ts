import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { cache } from './cache.js'
import { mustRun } from './run.js'

/**
 * Installs the packages of a folder from the registry, once, and keeps them outside the checkout. No script of a package runs.
 *
 * @param folder with `package.json` and `.npmrc`, and `package-lock.json` when all versions are fixed
 * @returns the folder `node_modules`
 */
export async function installOnce(name: string, folder: string): Promise<string> {
  const lock = join(folder, 'package-lock.json')
  const isLocked = existsSync(lock)
  const wanted = readFileSync(isLocked ? lock : join(folder, 'package.json'))
  const kept = join(cache, `${name}-${createHash('sha256').update(wanted).digest('hex').slice(0, 16)}`)
  if (!existsSync(kept)) {
    mkdirSync(cache, { recursive: true })
    // Moved when complete, so that an interrupted run leaves no partial installation in the cache.
    const fetched = mkdtempSync(join(cache, 'fetched-'))
    for (const file of ['package.json', '.npmrc']) cpSync(join(folder, file), join(fetched, file))
    if (isLocked) cpSync(lock, join(fetched, 'package-lock.json'))
    await mustRun('npm', [isLocked ? 'ci' : 'install', '--ignore-scripts'], { cwd: fetched })
    rmSync(kept, { recursive: true, force: true })
    renameSync(fetched, kept)
  }
  return join(kept, 'node_modules')
}
