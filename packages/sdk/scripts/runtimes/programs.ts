import { spawn } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { run } from '../../../../scripts/run.js'
import type { Peers } from './peer.js'

/** How one check ended, as `runtimes/run.ts` writes it. */
export interface Result {
  name: string
  fault?: string
}

/** Longer than all checks may take together, seconds. */
const LONGEST_SECONDS = 60

/** Runs the checks in a runtime with files, from a folder that holds them. @param command the runtime and its flags */
export async function runProgram(
  command: readonly string[],
  folder: string,
  format: 'import' | 'require',
  { url, otherUrl }: Peers,
): Promise<Result[]> {
  const program = [...command, 'main.js', format, url, otherUrl]
  const { code, stdout, output } = await run('timeout', [`${LONGEST_SECONDS}`, ...program], { cwd: folder })
  if (code !== 0) throw new Error(`${program.join(' ')} exited with ${code}:\n${output}`)
  return JSON.parse(stdout.toString()) as Result[] // what main.js prints
}

const CONFIG = `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "checks", worker = (
      modules = [(name = "worker", esModule = embed "worker.js")],
      compatibilityDate = "2026-01-01",
    )),
    (name = "internet", network = (allow = ["private"])),
  ],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "checks")],
);
`

/** Runs the checks in a Worker, and asks it for the results over HTTP. */
export async function runWorker(
  workerd: string,
  folder: string,
  { url, otherUrl }: Peers,
): Promise<Result[]> {
  await writeFile(join(folder, 'config.capnp'), CONFIG)
  const child = spawn(workerd, ['serve', 'config.capnp', '--control-fd=1'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  try {
    for await (const line of createInterface({ input: child.stdout })) {
      const { event, port } = JSON.parse(line) as { event: string; port: number } // workerd's own report
      if (event !== 'listen') continue
      const query = new URLSearchParams({ peer: url, other: otherUrl })
      const signal = AbortSignal.timeout(LONGEST_SECONDS * 1_000)
      const response = await fetch(`http://127.0.0.1:${port}/?${query}`, { signal })
      return (await response.json()) as Result[] // what worker.js answers
    }
    throw new Error('workerd ended before it listened')
  } finally {
    kill()
    process.off('exit', kill)
  }
}
