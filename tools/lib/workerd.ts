/** Bundles a Worker and runs it in workerd, the runtime of Cloudflare Workers. */
import { spawn } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { build, type Plugin } from 'esbuild'

const require = createRequire(import.meta.url)
/** The path of the runtime's binary, and the newest compatibility date that it knows: exports of its package. */
const { default: workerd, compatibilityDate: newest } = require('workerd') as {
  default: string
  compatibilityDate: string
}

/**
 * The compatibility dates that the packages run with. A Worker keeps the date it was written with, and with it that day's
 * defaults of the platform: until August 2025 listeners are called without `this`.
 */
export const compatibilityDates: readonly string[] = ['2024-09-23', '2025-01-01', newest]

/** A Worker to serve. */
export interface WorkerOptions {
  /** Holds `worker.js`. */
  readonly folder: string
  /** Default: the newest that the runtime knows. */
  readonly compatibilityDate?: string | undefined
  /** The environment of the Worker. */
  readonly bindings?: Readonly<Record<string, string>> | undefined
}

/**
 * Bundles a Worker into `worker.js` of a folder, together with the packages that are installed there. A Worker has no file
 * system to import from.
 */
export async function bundleWorker(entry: string, folder: string): Promise<void> {
  await build({
    entryPoints: [entry],
    bundle: true,
    format: 'esm',
    outfile: join(folder, 'worker.js'),
    platform: 'browser',
    conditions: ['workerd'],
    plugins: [installedIn(folder)],
  })
}

/**
 * Serves a Worker on a free port of loopback for as long as `use` takes.
 * The Worker reaches loopback and nothing else.
 */
export async function serveWorker<Value>(
  { folder, compatibilityDate = newest, bindings = {} }: WorkerOptions,
  use: (url: string) => Promise<Value>,
): Promise<Value> {
  const config = `config-${compatibilityDate}.capnp` // the same folder may be served with several dates at once
  await writeFile(join(folder, config), configOf(compatibilityDate, bindings))
  const child = spawn(workerd, ['serve', config, '--control-fd=1'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  try {
    for await (const line of createInterface({ input: child.stdout })) {
      const { event, port } = JSON.parse(line) as { event: string; port: number } // printed by workerd
      if (event === 'listen') return await use(`http://127.0.0.1:${port}`)
    }
    throw new Error('workerd ended before it listened')
  } finally {
    kill()
    process.off('exit', kill)
  }
}

/** Resolves our packages from the folder of the installation, not from that of the Worker's source. */
function installedIn(folder: string): Plugin {
  return {
    name: 'installed',
    setup({ onResolve, resolve }) {
      onResolve({ filter: /^@merchantpay\// }, ({ path, kind, resolveDir }) =>
        resolveDir === folder ? undefined : resolve(path, { kind, resolveDir: folder }),
      )
    },
  }
}

function configOf(compatibilityDate: string, bindings: Readonly<Record<string, string>>): string {
  const texts = Object.entries(bindings).map(
    ([name, text]) => `(name = ${JSON.stringify(name)}, text = ${JSON.stringify(text)})`,
  )
  return `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "worker", worker = (
      modules = [(name = "worker", esModule = embed "worker.js")],
      bindings = [${texts.join(', ')}],
      compatibilityDate = "${compatibilityDate}",
    )),
    (name = "internet", network = (allow = ["private"])),
  ],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "worker")],
);
`
}
