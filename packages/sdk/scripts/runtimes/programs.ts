import { run } from '../../../../tools/lib/run.js'
import { serveWorker } from '../../../../tools/lib/workerd.js'
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

/** Runs the checks in a Worker of a compatibility date, and asks it for the results over HTTP. */
export function runWorker(
  compatibilityDate: string,
  folder: string,
  { url: peer, otherUrl: other }: Peers,
): Promise<Result[]> {
  return serveWorker({ folder, compatibilityDate }, async (url) => {
    const signal = AbortSignal.timeout(LONGEST_SECONDS * 1_000)
    const response = await fetch(`${url}/?${new URLSearchParams({ peer, other })}`, { signal })
    return (await response.json()) as Result[] // what worker.js answers
  })
}
