import { existsSync, mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { mustRun, root } from '../../tools/lib/run.js'

/** Below the installed packages, which a build of another commit uses too. */
const FOLDER = join(root, 'node_modules/.cache/bench')
/** The sources of the server. */
const SOURCES = ['openapi', 'packages', 'package.json', 'tsconfig.base.json']
const BUILT = ['webhook-verify', 'sdk', 'server']
const LINKED = [
  ...BUILT.map((name) => [name, `packages/${name}`]),
  ['core', 'packages/core'],
  ['openapi', 'openapi'],
] as const

/** The commit of `--against <commit>`. */
export const against = optionOf('--against')

/**
 * Builds the server of a commit, once.
 *
 * @returns the arguments that run it
 */
export async function buildServer(commit: string): Promise<readonly string[]> {
  const { stdout } = await mustRun('git', ['rev-parse', '--verify', `${commit}^{commit}`])
  const folder = join(FOLDER, stdout.toString('utf8').trim())
  const program = join(folder, 'packages/server/dist/cli.js')
  if (!existsSync(program)) await build(commit, folder)
  return [program, 'serve']
}

async function build(commit: string, folder: string): Promise<void> {
  mkdirSync(join(folder, 'node_modules/@merchantpay'), { recursive: true })
  const archive = await mustRun('git', ['archive', commit, ...SOURCES])
  await mustRun('tar', ['x', '-C', folder], { input: archive.stdout })
  for (const [name, path] of LINKED) link(join(folder, path), join(folder, 'node_modules/@merchantpay', name))
  for (const name of BUILT) {
    const installed = join(root, 'packages', name, 'node_modules')
    if (existsSync(installed)) link(installed, join(folder, 'packages', name, 'node_modules'))
    await mustRun(join(root, 'node_modules/.bin/tsup'), ['--no-dts'], { cwd: join(folder, 'packages', name) })
  }
}

function link(target: string, path: string): void {
  if (!existsSync(path)) symlinkSync(target, path)
}

function optionOf(name: string): string | undefined {
  const at = process.argv.indexOf(name)
  return at < 0 ? undefined : process.argv[at + 1]
}
