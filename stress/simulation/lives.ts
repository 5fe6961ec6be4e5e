import { spawn } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import type { SimulationOptions, SimulationReport } from './simulation.js'

const SERVER = new URL('../../packages/server/', import.meta.url)
const BUNDLE = fileURLToPath(new URL('test-output/simulation.mjs', SERVER))

/** A report, and how long the life took. */
export interface Life extends Omit<SimulationReport, 'faults'> {
  readonly seed: number
  readonly faults: Readonly<Record<string, number>>
  readonly realMs: number
}

/** Bundles server and simulator, so that no module is loaded while the time is virtual. */
export async function bundleSimulation(): Promise<void> {
  mkdirSync(new URL('test-output/', SERVER), { recursive: true })
  await build({
    entryPoints: [fileURLToPath(new URL('life.ts', import.meta.url))],
    outfile: BUNDLE,
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
            kind === 'entry-point' || path.startsWith('@merchantpay/core') ? undefined : { path, external: true },
          )
        },
      },
    ],
  })
}

/** Lives one life in a process of its own. @param onLine is called with each line of its story */
export function runLife(
  options: SimulationOptions,
  onLine: (line: string) => void = () => undefined,
): Promise<Life> {
  const startedAt = performance.now()
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['--no-warnings', BUNDLE, JSON.stringify(options)], {
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
      if (!rest.startsWith('{')) return reject(new Error(`the life of seed ${options.seed} ended with ${code}: ${faults}`))
      const report = JSON.parse(rest) as Omit<Life, 'seed' | 'realMs'> // printed by `life.ts`
      resolve({ ...report, seed: options.seed, realMs: performance.now() - startedAt })
    })
  })
}
