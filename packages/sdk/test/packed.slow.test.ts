import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compatibilityDates } from '../../../tools/lib/workerd.js'
import { CHECKS } from '../runtimes/checks.js'
import { installPacked } from '../scripts/pack/install.js'
import { bundleChecks, bundleWorker } from '../scripts/runtimes/bundle.js'
import { type Peers, startPeers } from '../scripts/runtimes/peer.js'
import { type Result, runProgram, runWorker } from '../scripts/runtimes/programs.js'

let folder: string
let peers: Peers

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'packed-'))
  peers = await startPeers()
  await installPacked(folder)
  await Promise.all([bundleChecks(folder), bundleWorker(folder)])
}, 60_000)

afterAll(async () => {
  peers.close()
  await rm(folder, { recursive: true })
})

describe('the packed tarball', () => {
  it.each(['import', 'require'] as const)(
    'passes every check of the runtimes on this Node by %s, and ends',
    async (format) => {
      expectNoFaults(await runProgram([process.execPath], folder, format, peers))
    },
    60_000,
  )

  it.each(compatibilityDates)(
    'passes every check of the runtimes in a Worker of the compatibility date %s',
    async (date) => {
      expectNoFaults(await runWorker(date, folder, peers))
    },
    60_000,
  )
})

function expectNoFaults(results: readonly Result[]): void {
  expect(results.filter(({ fault }) => fault !== undefined)).toEqual([])
  expect(results).toHaveLength(Object.keys(CHECKS).length)
}
