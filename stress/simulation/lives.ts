import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'esbuild'
import type { Planted } from './planted/fault.js'
import type { SimulationOptions } from './simulation.js'
import type { SimulationReport } from './simulation-report.js'

const SERVER = new URL('../../packages/server/', import.meta.url)

/** Modules of the server, by their path and those that import them, and the ones that stand for them. */
const STAND_INS = [
  { filter: /\/child-key\.js$/, by: /address-book\.ts$/, source: new URL('child-keys.ts', import.meta.url) },
  {
    filter: /\/runtime\/ids\.js$/,
    by: /(store-access|restore-backup)\.ts$/,
    source: new URL('ids.ts', import.meta.url),
  },
  { filter: /\/sqlite-lock\.js$/, by: /sweeps\/send\.ts$/, source: new URL('key-locks.ts', import.meta.url) },
  {
    filter: /\/storage\/open\.js$/,
    by: /(store-access|service|ledger-proof)\.ts$/,
    source: new URL('open-store.ts', import.meta.url),
  },
]

/** A report, and how much of a core's time the life took. */
export interface Life extends Omit<SimulationReport, 'faults'> {
  readonly seed: number
  readonly faults: Readonly<Record<string, number>>
  readonly cpuMs: number
}

/**
 * Bundles server and simulator, so that no module is loaded while the time is virtual.
 *
 * @param planted a fault to plant in the server
 * @returns the file of the bundle
 * @throws Error when the text to change does not occur exactly once
 */
export async function bundleSimulation(planted?: Planted): Promise<string> {
  // A folder of this process alone: a long run must not go on with the sources of a later one.
  const folder = fileURLToPath(new URL(`test-output/simulation-${process.pid}/`, SERVER))
  const isNew = mkdirSync(folder, { recursive: true }) !== undefined
  if (isNew) process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const outfile = join(folder, `${planted?.name.replaceAll(' ', '-') ?? 'simulation'}.mjs`)
  await build({
    entryPoints: [fileURLToPath(new URL('life.ts', import.meta.url))],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    logLevel: 'error',
    // Files of the server are found beside its sources.
    define: { 'import.meta.url': JSON.stringify(new URL('src/app.ts', SERVER).href) },
    plugins: [
      {
        name: 'packages',
        setup({ onResolve }) {
          onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
            kind === 'entry-point' || path.startsWith('@merchantpay/core')
              ? undefined
              : { path, external: true },
          )
          for (const { filter, by, source } of STAND_INS)
            onResolve({ filter }, ({ importer }) =>
              by.test(importer) ? { path: fileURLToPath(source) } : undefined,
            )
        },
      },
      ...(planted ? [plant(planted)] : []),
    ],
  })
  return outfile
}

function plant({ name, file, from, to }: Planted): Plugin {
  const path = fileURLToPath(new URL(`src/${file}`, SERVER))
  return {
    name: 'planted',
    setup({ onLoad }) {
      onLoad({ filter: /\.ts$/ }, (loaded) => {
        if (loaded.path !== path) return undefined
        const text = readFileSync(path, 'utf8')
        if (text.split(from).length !== 2)
          throw new Error(`cannot plant "${name}": ${file} must contain this text exactly once: ${from}`)
        return { contents: text.replace(from, () => to), loader: 'ts' }
      })
    },
  }
}

/** The report of a life whose process ended without one, besides its violation. */
const NO_REPORT: Omit<Life, 'seed' | 'violations'> = {
  ...{
    cpuMs: 0,
    end: [],
    checks: 0,
    reached: {},
    trace: '',
    faults: {},
    turns: [],
    orders: 0,
    payouts: 0,
    simulatedMs: 0,
  },
}

/** Works through a list in as many processes as there are cores. */
export async function inParallel<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const waiting = [...items]
  const next = async (): Promise<void> => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item)
  }
  await Promise.all(Array.from({ length: availableParallelism() }, next))
}

/**
 * Lives one life in a process of its own. A process that ends without a report is a violation.
 *
 * @param onLine is called with each line of its story
 */
export function runLife(
  bundle: string,
  options: SimulationOptions,
  onLine: (line: string) => void = () => undefined,
): Promise<Life> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['--no-warnings', bundle, JSON.stringify(options)], {
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let rest = ''
    let faults = ''
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      const lines = `${rest}${chunk}`.split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) {
        if (!line.startsWith('{')) onLine(line)
        else rest = `${line}\n`
      }
    })
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
      faults = `${faults}${chunk}`.slice(-4_000)
    })
    child.once('error', reject)
    child.once('close', (code) => {
      const { seed } = options
      if (!rest.startsWith('{'))
        return resolve({ ...NO_REPORT, seed, violations: [`the process ended with ${code}: ${faults}`] })
      const report = JSON.parse(rest) as Omit<Life, 'seed'> // printed by `life.ts`
      resolve({ ...report, seed })
    })
  })
}
