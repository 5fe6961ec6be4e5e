/**
 * Runs the checks of `runtimes/` on every runtime that the package supports, from the packed tarball and against a real
 * server on loopback. Runtimes that are not dependencies are fetched from npm once and cached.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { programRuntimes } from '../../../tools/lib/runtimes.js'
import { compatibilityDates } from '../../../tools/lib/workerd.js'
import { installPacked } from './pack/install.js'
import { bundleChecks, bundleWorker } from './runtimes/bundle.js'
import { startPeers } from './runtimes/peer.js'
import { type Result, runProgram, runWorker } from './runtimes/programs.js'

const folder = await mkdtemp(join(tmpdir(), 'merchantpay-runtimes-'))
const peers = await startPeers()
try {
  await installPacked(folder)
  await Promise.all([bundleChecks(folder), bundleWorker(folder)])
  for (const { name, command } of await programRuntimes()) await both(name, command)
  for (const date of compatibilityDates) report(`workerd ${date}`, await runWorker(date, folder, peers))
} finally {
  peers.close()
  await rm(folder, { recursive: true })
}

async function both(name: string, command: readonly string[]): Promise<void> {
  for (const format of ['import', 'require'] as const) {
    report(`${name}, ${format}`, await runProgram(command, folder, format, peers))
  }
}

function report(name: string, results: readonly Result[]): void {
  const failed = results.filter(({ fault }) => fault !== undefined)
  console.log(`${name}: ${results.length - failed.length} of ${results.length}`)
  for (const { name, fault } of failed) console.log(`  ${name}: ${fault}`)
  if (failed.length > 0) process.exitCode = 1
}
