/** Fetches binaries from npm packages into a cache outside the checkout, for runtimes that are tested and no dependencies. */
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { mustRun } from './run.js'

/** Files that are kept between runs. */
export const cache = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'merchantpay')

/** The path of a package's binary; the package is fetched once and kept. */
export async function fetchBinary(name: string, version: string, path: string): Promise<string> {
  const kept = join(cache, `${name.replaceAll('/', '-')}-${version}`)
  const binary = join(kept, 'package', path)
  if (existsSync(binary)) return binary
  mkdirSync(cache, { recursive: true })
  // Moved when complete, so that an interrupted run leaves no partial binary in the cache.
  const folder = mkdtempSync(join(cache, 'fetched-'))
  const pack = ['pack', `${name}@${version}`, '--json', '--pack-destination', folder]
  const { stdout } = await mustRun('npm', pack)
  const [packed] = JSON.parse(stdout.toString()) as { filename: string }[] // printed by npm
  if (!packed) throw new Error(`npm fetched nothing for ${name}@${version}`)
  await mustRun('tar', ['-xzf', packed.filename], { cwd: folder })
  await mustRun('chmod', ['+x', join(folder, 'package', path)])
  rmSync(kept, { recursive: true, force: true })
  renameSync(folder, kept)
  return binary
}
