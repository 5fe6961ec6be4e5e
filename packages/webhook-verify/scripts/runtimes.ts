/**
 * Verifies the vectors of webhook signatures, and deliveries to a receiver, with the packed package on every supported
 * runtime.
 */
import { cp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { mustRun, root } from '../../../tools/lib/run.js'
import { programRuntimes } from '../../../tools/lib/runtimes.js'
import { bundleWorker, compatibilityDates, serveWorker } from '../../../tools/lib/workerd.js'
import { installPacked } from './installed.js'

const vectors = join(root, 'openapi/vectors/webhook-signature.json')
const programs = join(root, 'packages/webhook-verify/runtimes')
/** Longer than all rows may take, seconds. */
const LONGEST_SECONDS = 60

const { folder, remove } = await installPacked()
try {
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
  for (const name of ['main.js', 'judge-receiver.js', 'judge-vectors.js'])
    await cp(join(programs, name), join(folder, name))
  for (const { name, command } of await programRuntimes()) {
    for (const format of ['import', 'require']) {
      const args = [`${LONGEST_SECONDS}`, ...command, 'main.js', format, vectors]
      const { stdout } = await mustRun('timeout', args, { cwd: folder })
      report(`${name}, ${format}`, JSON.parse(stdout.toString()))
    }
  }
  await bundleWorker(join(programs, 'worker.js'), folder)
  for (const compatibilityDate of compatibilityDates)
    await serveWorker({ folder, compatibilityDate }, async (url) => {
      const response = await fetch(url, { signal: AbortSignal.timeout(LONGEST_SECONDS * 1_000) })
      report(`workerd ${compatibilityDate}`, await response.json())
    })
} finally {
  await remove()
}

/** @param faults the output of the programs */
function report(name: string, faults: unknown): void {
  if (!Array.isArray(faults)) throw new Error(`${name} answered ${JSON.stringify(faults)}`)
  console.log(
    `${name}: ${faults.length === 0 ? 'every vector and delivery as expected' : faults.join('\n  ')}`,
  )
  if (faults.length > 0) process.exitCode = 1
}
